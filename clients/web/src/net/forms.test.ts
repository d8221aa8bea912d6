import { describe, expect, it } from "vitest";
import { SEAT_ACTS, TABLE_ACTS } from "../game/acts";
import { EVENTS } from "../game/events";
import type { Family } from "../game/forms";
import { vectors } from "../testing/vectors";
import { PAPERS } from "./entry";

type Forms = Record<string, Record<string, string[]>>;

const forms = vectors<Forms>("forms.json");

function fields(family: Family): Record<string, string[]> {
  return Object.fromEntries(Object.entries(family).map(([kind, shape]) => [kind, Object.keys(shape).sort()]));
}

describe("the browser's tables", () => {
  const tables: [string, Family][] = [
    ["seat_acts", SEAT_ACTS],
    ["table_acts", TABLE_ACTS],
    ["events", EVENTS],
    ["papers", PAPERS],
  ];
  it.each(tables)("know every kind and field of %s, and no other", (name, family) => {
    expect(fields(family)).toEqual(forms[name]);
  });
});
