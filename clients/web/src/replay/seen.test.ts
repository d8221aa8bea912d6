/** What a seat could see then: compared with what was really sealed to its player, opened from the log's own bytes. */
import { describe, expect, test } from "vitest";
import { SEALED_SIZE, sharedKey, unsealed } from "../fair/slots";
import type { Bytes } from "../fair/transcript";
import { view } from "../game/view";
import type { Step } from "../net/log";
import type { LogLine } from "../net/table.svelte";
import { birthOf, entriesOf, followed } from "../testing/file";
import { logFiles } from "../testing/vectors";
import { Seen, isOpen } from "./seen";

const linesOf = (steps: readonly Step[]): LogLine[] =>
  steps.map(({ entry: { index, events, papers }, before, after }) => ({
    index,
    events,
    papers,
    before,
    after,
    catchUp: true,
  }));

/** The dealer's public key and its secret, which is out at the end. */
function dealerOf(steps: readonly Step[]): { public: Bytes; secret: Bytes } {
  const events = steps.flatMap(({ entry }) => entry.events);
  const papers = steps.flatMap(({ entry }) => entry.papers);
  const seated = events.find((event) => event.kind === "dealer-seated")!;
  const reveal = papers.findLast((paper) => paper.kind === "dealer-reveal")!;
  return { public: seated.x25519, secret: reveal.x25519! };
}

/** The faces that a seat's player could open by each entry: what the live table shows it. */
function* opened(gid: Bytes, steps: readonly Step[], seat: number): Generator<ReadonlyMap<number, number>> {
  const dealer = dealerOf(steps);
  const faces = new Map<number, number>();
  for (const { entry, after } of steps) {
    const sitter = after.seats[seat];
    for (const paper of entry.papers) {
      if (paper.kind !== "sealings" || paper.seat !== seat || sitter?.kind !== "human") continue;
      const pair = { dealer: dealer.public, player: sitter.x25519 };
      const key = sharedKey(gid, dealer.secret, sitter.x25519, pair);
      paper.slots.forEach((slot, place) => {
        const sealed = paper.sealed.subarray(SEALED_SIZE * place, SEALED_SIZE * (place + 1));
        faces.set(slot, unsealed(key, slot, sealed).card);
      });
    }
    yield new Map(faces);
  }
}

describe.each([...logFiles("logs")])("%s", (_, file) => {
  const raws = entriesOf(file);
  const { gid } = birthOf(raws);
  const { proofs, steps } = followed(raws);
  const lines = linesOf(steps);
  const { faces } = proofs.cards;
  const humans = steps.at(-1)!.after.seats.flatMap((sitter, seat) => (sitter?.kind === "human" ? [seat] : []));

  test("each seat's view at each entry is that of the live table, with no face more", () => {
    for (const seat of humans) {
      const seen = new Seen(lines, faces, seat);
      let index = 0;
      for (const known of opened(gid, steps, seat)) {
        const { after } = lines[index]!;
        expect(seen.at(index, after), `seat ${seat}, entry ${index}`).toEqual(view(after, known, seat));
        index += 1;
      }
    }
  });

  test("a spectator sees no hand before the table shows it", () => {
    const seen = new Seen(lines, faces, null);
    for (const { index, after } of lines) expect(seen.at(index, after)).toEqual(view(after, new Map(), null));
  });

  test("with all hands open every held card has its face", () => {
    const seen = new Seen(lines, faces, "all");
    for (const { index, after } of lines) {
      expect(isOpen(after, faces)).toBe(true);
      for (const { cards, hand } of seen.at(index, after).places) expect(hand).toHaveLength(cards);
    }
  });
});

test("a log that ends before its round's reveal opens no hidden hand", () => {
  const [file] = [...logFiles("logs").values()];
  const raws = entriesOf(file!);
  const dealt = followed(raws).steps.findIndex(({ entry }) => entry.events.some(({ kind }) => kind === "dealt"));
  const { proofs, steps } = followed(raws.slice(0, dealt + 1));
  expect(isOpen(steps.at(-1)!.after, proofs.cards.faces)).toBe(false);
});
