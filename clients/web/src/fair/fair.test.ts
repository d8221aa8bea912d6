/** The primitives against the vectors that every implementation of ONO must reproduce. */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { describe, expect, test } from "vitest";
import { vectors } from "../testing/vectors";
import { Chain, DEALER, PLAYER, context, leadsTo, walked } from "./chains";
import { fingerprint, keyOk, publicKey, verify } from "./keys";
import { Stream, permutation } from "./draws";
import { opens } from "./openings";
import { arrange, mix, order } from "./shuffles";
import { noteOpened, noteSealed, sealed, sharedKey, slotOf, unsealed } from "./slots";
import { type Bytes, derived, encode, hashed, u8, u32, u64 } from "./transcript";
import { exchangePublic } from "./x25519";

interface Shuffle {
  k: number;
  base_sorted: number[];
  dealer_seed_d_k: string;
  slot_commitments: string[];
  begin_event_hash: string;
  ctx: string;
  reveals: [number, number, string][];
  mix: string;
  draw_order_slots: number[];
  draw_order_cards: number[];
}

interface Vectors {
  encode: Record<string, string>;
  stream: { key: string; first_8_u16: number[]; perm_8: number[]; perm_108: number[] };
  stream_with_rejection: { key: string; n: number; perm: number[] };
  chain: {
    gid: string;
    N: number;
    dealer: { pk: string; tip_c256: string; c1: string; anchor_c0: string };
    players: { pk: string; tip_c256: string; c1: string; c2: string; anchor_c0: string }[];
  };
  shuffles: Shuffle[];
  opening: Record<"dealer_x_secret" | "dealer_x" | "player_x_secret" | "player_x", string> & {
    dh_key: string;
    k: number;
    slot: number;
    card: number;
    salt: string;
    sealed_34_bytes: string;
  };
  ed25519_edge: { what: string; pk: string; msg: string; sig: string; must_accept: boolean; key_ok: boolean }[];
}

const given = vectors<Vectors>("fairness.json");
const gid = hexToBytes(given.chain.gid);
const empty = new Uint8Array();
const hex = (bytes: Bytes): string => bytesToHex(bytes);

describe("transcript", () => {
  test("E, H and F give the vectors' bytes", () => {
    const found = {
      'E("a", 0x01, "")': hex(encode("a", u8(1), empty)),
      'H("a", 0x01, "")': hex(hashed("a", u8(1), empty)),
      'F(key=00*32,"x",0x02,L=80)': hex(derived(new Uint8Array(32), "x", [u8(2)], 80)),
    };
    expect(found).toEqual(given.encode);
  });

  test("integers are big-endian, up to 2^53 - 1", () => {
    expect(hex(u32(0x01020304))).toBe("01020304");
    expect(hex(u64(2 ** 53 - 1))).toBe("001fffffffffffff");
  });

  test("the stream and its permutations are the vectors'", () => {
    const key = hexToBytes(given.stream.key);
    const stream = new Stream(key);
    expect(given.stream.first_8_u16.map(() => stream.draw(65535))).toEqual(given.stream.first_8_u16);
    expect(permutation(key, 8)).toEqual(given.stream.perm_8);
    expect(permutation(key, 108)).toEqual(given.stream.perm_108);
  });

  test("a value past the last whole multiple is skipped", () => {
    const { key, n, perm } = given.stream_with_rejection;
    expect(permutation(hexToBytes(key), n)).toEqual(perm);
  });
});

describe("chains", () => {
  const { N, dealer, players } = given.chain;

  test("dealer and players come to the vectors' links and anchors", () => {
    const chain = new Chain({ gid, key: hexToBytes(dealer.pk), role: DEALER }, hexToBytes(dealer.tip_c256), N);
    expect([hex(chain.link(1)), hex(chain.anchor)]).toEqual([dealer.c1, dealer.anchor_c0]);
    for (const { pk, tip_c256, c1, c2, anchor_c0 } of players) {
      const own = new Chain({ gid, key: hexToBytes(pk), role: PLAYER }, hexToBytes(tip_c256), N);
      expect([2, 1, 0].map((index) => hex(own.link(index)))).toEqual([c2, c1, anchor_c0]);
    }
  });

  test("a link leads to a lower one, and no other bytes do", () => {
    const { pk, c2, anchor_c0 } = players[0]!;
    const owner = { gid, key: hexToBytes(pk), role: PLAYER };
    const anchor = { index: 0, value: hexToBytes(anchor_c0) };
    const link = { index: 2, value: hexToBytes(c2) };
    expect(leadsTo(owner, link, anchor)).toBe(true);
    expect(leadsTo({ ...owner, role: DEALER }, link, anchor)).toBe(false);
    expect(leadsTo(owner, { ...link, index: 3 }, anchor)).toBe(false);
    expect(leadsTo(owner, anchor, link)).toBe(false);
    expect(leadsTo(owner, { index: 4097, value: link.value }, anchor)).toBe(false);
  });

  test("a chain of any length gives each link as the walk from its tip does", () => {
    const owner = { gid, key: new Uint8Array(32), role: PLAYER };
    for (const length of [1, 63, 64, 65, 200]) {
      const chain = new Chain(owner, new Uint8Array(32), length);
      const tip = { index: length, value: new Uint8Array(32) };
      for (const index of [0, 1, length - 1, length]) expect(chain.link(index)).toEqual(walked(owner, tip, index));
    }
  });
});

describe.each(given.shuffles)("shuffle $k", (shuffle) => {
  const arranged = arrange(gid, shuffle.k, hexToBytes(shuffle.dealer_seed_d_k), shuffle.base_sorted);

  test("the dealer's link gives the vectors' commitments", () => {
    expect(hex(arranged.commitments)).toBe(shuffle.slot_commitments.join(""));
  });

  test("context and reveals give the vectors' cut", () => {
    const ctx = context(gid, shuffle.k, hexToBytes(shuffle.begin_event_hash));
    const seed = mix(
      ctx,
      shuffle.reveals.map(([seat, index, value]) => [seat, index, hexToBytes(value)] as const),
    );
    expect([hex(ctx), hex(seed)]).toEqual([shuffle.ctx, shuffle.mix]);
    const places = order(seed, shuffle.base_sorted.length);
    expect(places).toEqual(shuffle.draw_order_slots);
    expect(places.map((place) => arranged.cards[place])).toEqual(shuffle.draw_order_cards);
  });
});

describe("slots", () => {
  const { opening } = given;
  const slot = slotOf(opening.k, opening.slot);
  const plain = { card: opening.card, salt: hexToBytes(opening.salt) };
  const key = hexToBytes(opening.dh_key);

  test("both sides agree on one key", () => {
    const pair = { dealer: hexToBytes(opening.dealer_x), player: hexToBytes(opening.player_x) };
    expect(hex(sharedKey(gid, hexToBytes(opening.dealer_x_secret), pair.player, pair))).toBe(opening.dh_key);
    expect(hex(sharedKey(gid, hexToBytes(opening.player_x_secret), pair.dealer, pair))).toBe(opening.dh_key);
    expect(hex(exchangePublic(hexToBytes(opening.player_x_secret)))).toBe(opening.player_x);
    expect(() => sharedKey(gid, key, new Uint8Array(32), pair)).toThrow();
  });

  test("an opening is sealed to the vectors' bytes and unsealed again", () => {
    expect(hex(sealed(key, slot, plain))).toBe(opening.sealed_34_bytes);
    expect(unsealed(key, slot, hexToBytes(opening.sealed_34_bytes))).toEqual(plain);
  });

  test("only the committed card opens a slot", () => {
    const commitments = hexToBytes(given.shuffles[0]!.slot_commitments.join(""));
    expect(opens(commitments, gid, slot, plain)).toBe(true);
    expect(opens(commitments, gid, slot, { ...plain, card: plain.card + 1 })).toBe(false);
    expect(opens(commitments, gid, slot + 1, plain)).toBe(false);
    expect(opens(commitments, gid, slotOf(opening.k, 200), plain)).toBe(false);
  });

  test("a note comes back whole, padded, and from no other key", () => {
    const note = noteSealed(key, new Uint8Array(12), u64(7));
    expect(note.length).toBe(12 + 1024 + 16);
    expect(noteOpened(key, note)).toEqual(u64(7));
    expect(noteOpened(new Uint8Array(32), note)).toBeNull();
    expect(noteOpened(key, note.subarray(0, 5))).toBeNull();
  });
});

describe("keys", () => {
  test.each(given.ed25519_edge)("the strict rule on: $what", ({ pk, msg, sig, must_accept, key_ok }) => {
    const key = hexToBytes(pk);
    expect(keyOk(key)).toBe(key_ok);
    expect(keyOk(key) && verify(key, hexToBytes(msg), hexToBytes(sig))).toBe(must_accept);
  });

  test("keys of small order, non-canonical keys and short ones are refused", () => {
    const small = new Uint8Array(32);
    const identity = Uint8Array.from({ length: 32 }, (_, place) => (place === 0 ? 1 : 0));
    for (const key of [small, identity, new Uint8Array(32).fill(255), new Uint8Array(31)])
      expect(keyOk(key)).toBe(false);
  });

  test("a fingerprint has 16 characters that a link can hold", () => {
    expect(fingerprint(publicKey(new Uint8Array(32)))).toMatch(/^[a-z2-7]{16}$/);
  });
});
