/** Corners of the primitives against their vectors: long chains, large shuffles, odd keys, notes. */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { vectors } from "../testing/vectors";
import { Chain, context } from "./chains";
import { Stream } from "./draws";
import { combined, shareCommitment, shareOpened } from "./escrow";
import { fingerprint, keyOk, ownSecret } from "./keys";
import { arrange, first, mix, order } from "./shuffles";
import { noteOpened, noteSealed, placeOf, sharedKey, shuffleOf, slotOf } from "./slots";
import { type Bytes, hashed, u32 } from "./transcript";
import { exchange, exchangePublic } from "./x25519";

interface Vectors {
  draws: { key: string; choices: number[]; drawn: number[] };
  own_secret: { master: string; purpose: string; parts: string[]; secret: string }[];
  fingerprints: { public: string; fingerprint: string }[];
  keys: { what: string; public: string; key_ok: boolean }[];
  exchange: Record<
    "dealer_secret" | "dealer_public" | "player_secret" | "player_public" | "exchanged" | "shared_key",
    string
  > & { refused: string[] };
  chain: { gid: string; owner: string; role: number; length: number; tip: string; links: Record<string, string> };
  largest_shuffle: {
    k: number;
    dealer_value: string;
    in_cards: number[];
    cards: number[];
    root: string;
    begin_hash: string;
    context: string;
    reveals: [number, number, string][];
    mix: string;
    order: number[];
    first_of: Record<string, number>;
  };
  slots: { k: number; place: number; slot: number }[];
  notes: { key: string; nonce: string; body: string; sealed: string }[];
  escrow: {
    base: number;
    secret: string;
    shares: { seat: number; share: string; commitment: string; key: string; sealed: string }[];
  };
}

const given = vectors<Vectors>("fair_extra.json");
const hex = (bytes: Bytes): string => bytesToHex(bytes);
const gid = hexToBytes(given.chain.gid);

test("draws of any size come from the stream", () => {
  const stream = new Stream(hexToBytes(given.draws.key));
  expect(given.draws.choices.map((choices) => stream.draw(choices))).toEqual(given.draws.drawn);
});

test.each(given.own_secret.filter(({ parts }) => parts.length === 1))(
  "the secret for $purpose",
  ({ master, purpose, parts: [part], secret }) => {
    expect(hex(ownSecret(hexToBytes(master), purpose, hexToBytes(part!)))).toBe(secret);
  },
);

test.each(given.fingerprints)("the fingerprint $fingerprint", ({ public: key, fingerprint: expected }) => {
  expect(fingerprint(hexToBytes(key))).toBe(expected);
});

test.each(given.keys)("a key that is $what: $key_ok", ({ public: key, key_ok }) => {
  expect(keyOk(hexToBytes(key))).toBe(key_ok);
});

test("X25519 agrees, and refuses points of small order", () => {
  const { dealer_secret, dealer_public, player_secret, player_public, exchanged, shared_key, refused } = given.exchange;
  const pair = { dealer: hexToBytes(dealer_public), player: hexToBytes(player_public) };
  expect(hex(exchangePublic(hexToBytes(dealer_secret)))).toBe(dealer_public);
  expect(hex(exchange(hexToBytes(player_secret), pair.dealer))).toBe(exchanged);
  expect(hex(sharedKey(gid, hexToBytes(player_secret), pair.dealer, pair))).toBe(shared_key);
  for (const point of refused) expect(() => exchange(hexToBytes(dealer_secret), hexToBytes(point))).toThrow();
});

test("a chain of 4,096 links gives each of them", () => {
  const { owner, role, length, tip, links } = given.chain;
  const chain = new Chain({ gid, key: hexToBytes(owner), role }, hexToBytes(tip), length);
  for (const [index, link] of Object.entries(links)) expect(hex(chain.link(Number(index)))).toBe(link);
});

test("the largest shuffle, its cut and its dice", () => {
  const { k, dealer_value, in_cards, cards, root, begin_hash, reveals, first_of, ...cut } = given.largest_shuffle;
  const arranged = arrange(gid, k, hexToBytes(dealer_value), in_cards);
  expect(arranged.cards).toEqual(cards);
  expect(hex(hashed("ono1/slots", gid, u32(k), arranged.commitments))).toBe(root);
  const ctx = context(gid, k, hexToBytes(begin_hash));
  const links = reveals.map(([seat, index, value]) => [seat, index, hexToBytes(value)] as const);
  const seed = mix(ctx, links);
  expect({ context: hex(ctx), mix: hex(seed), order: order(seed, cards.length) }).toEqual(cut);
  for (const [choices, chosen] of Object.entries(first_of)) expect(first(seed, Number(choices))).toBe(chosen);
});

test.each(given.slots)("slot $slot", ({ k, place, slot }) => {
  expect([slotOf(k, place), shuffleOf(slot), placeOf(slot)]).toEqual([slot, k, place]);
});

test.each(given.notes)("a note of body $body", ({ key, nonce, body, sealed }) => {
  expect(hex(noteSealed(hexToBytes(key), hexToBytes(nonce), hexToBytes(body)))).toBe(sealed);
  expect(noteOpened(hexToBytes(key), hexToBytes(sealed))).toEqual(hexToBytes(body));
});

test("a split secret: all shares give it, each opens its commitment", () => {
  const { base, secret, shares } = given.escrow;
  expect(hex(combined(shares.map(({ share }) => hexToBytes(share))))).toBe(secret);
  for (const { seat, share, commitment, key, sealed } of shares) {
    expect(hex(shareOpened(hexToBytes(key), base, seat, hexToBytes(sealed)))).toBe(share);
    expect(hex(shareCommitment(gid, base, seat, hexToBytes(share)))).toBe(commitment);
  }
});
