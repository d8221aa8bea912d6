/**
 * Strict readers for plain values. A *form* takes a plain value and gives a typed one, or throws a LogFault `bad-form`.
 *
 * A *family* is a table kind -> fields -> form. From it come both the type of its values, a union told apart by `kind`,
 * and the reader of `[kind, {fields}]`, so no kind is ever described twice.
 */
import type { Bytes } from "../fair/transcript";
import type { Plain, PlainMap } from "../fair/codec";
import { LogFault, NeedsNewer } from "./faults";

export type Form<T> = (value: Plain) => T;
export type Read<F> = F extends Form<infer T> ? T : never;

type Shape = Readonly<Record<string, Form<unknown>>>;
export type Family = Readonly<Record<string, Shape>>;
export type Fields<S> = { readonly [Name in keyof S]: Read<S[Name]> };
export type Kind<F> = keyof F & string;
export type Value<F> = { readonly [K in Kind<F>]: { readonly kind: K } & Fields<F[K]> }[Kind<F>];

function bad(expected: string, value: Plain | undefined): LogFault {
  const got = value instanceof Uint8Array ? `${value.length} bytes` : (JSON.stringify(value) ?? "nothing");
  return new LogFault("bad-form", `${expected} expected, got ${got.slice(0, 80)}`);
}

export const integer: Form<number> = (value) => {
  if (typeof value !== "number") throw bad("an integer", value);
  return value;
};

/** A whole number from 0: a seat, a slot, a card, an index, a counter. */
export const natural: Form<number> = (value) => {
  if (typeof value !== "number" || value < 0) throw bad("a whole number from 0", value);
  return value;
};

export const text: Form<string> = (value) => {
  if (typeof value !== "string") throw bad("a text", value);
  return value;
};

export const truth: Form<boolean> = (value) => {
  if (typeof value !== "boolean") throw bad("true or false", value);
  return value;
};

/** Bytes; of this size, where one is given. */
export function bytes(size?: number): Form<Bytes> {
  return (value) => {
    if (!(value instanceof Uint8Array)) throw bad("bytes", value);
    if (size !== undefined && value.length !== size) throw bad(`${size} bytes`, value);
    return value;
  };
}

/** A map whose content is not for the fold to know: options. */
export const map: Form<PlainMap> = (value) => {
  const plain = typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
  if (!plain) throw bad("a map", value);
  return value as PlainMap;
};

export function oneOf<const T extends string>(...words: readonly T[]): Form<T> {
  return (value) => {
    const found = words.find((word) => word === value);
    if (found === undefined) throw bad(words.join(" or "), value);
    return found;
  };
}

export function nullable<T>(form: Form<T>): Form<T | null> {
  return (value) => (value === null ? null : form(value));
}

export function list<T>(form: Form<T>): Form<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) throw bad("a list", value);
    return (value as readonly Plain[]).map((item) => form(item));
  };
}

/** A list of exactly these. */
export function tuple<const T extends readonly Form<unknown>[]>(
  ...forms: T
): Form<{ readonly [P in keyof T]: Read<T[P]> }> {
  return (value) => {
    if (!Array.isArray(value) || value.length !== forms.length) throw bad(`a list of ${forms.length}`, value as Plain);
    return forms.map((form, place) => form((value as readonly Plain[])[place]!)) as { [P in keyof T]: Read<T[P]> };
  };
}

/** A map with exactly these fields: NeedsNewer for an unknown one, a LogFault for a missing one. */
export function record<const S extends Shape>(shape: S): Form<Fields<S>> {
  return (value) => {
    const fields = map(value);
    const unknown = Object.keys(fields).find((name) => !Object.hasOwn(shape, name));
    if (unknown !== undefined) throw new NeedsNewer(`a field ${unknown} is not known to this version`);
    const read = Object.entries(shape).map(([name, form]) => {
      const field = fields[name];
      if (field === undefined) throw bad(`a field ${name}`, field);
      return [name, form(field)] as const;
    });
    return Object.fromEntries(read) as Fields<S>;
  };
}

const anything: Form<Plain> = (value) => value;
const PAIR = tuple(text, anything);

/** The kind of a `[kind, {fields}]`, known or not. */
export const kindOf = (value: Plain): string => PAIR(value)[0];

/** The reader of a family: NeedsNewer for an unknown kind or field, LogFault `bad-form` for anything else that is odd. */
export function reader<const F extends Family>(family: F): Form<Value<F>> {
  const forms = new Map(Object.entries(family).map(([kind, shape]) => [kind, record(shape)]));
  return (value) => {
    const [kind, fields] = PAIR(value);
    const form = forms.get(kind);
    if (!form) throw new NeedsNewer(`kind ${kind} is not known to this version`);
    return { kind, ...form(fields) } as Value<F>;
  };
}
