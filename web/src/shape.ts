/**
 * Narrowing of messages from `unknown`. A reader returns the value with its type or throws a
 * `ShapeError` that names the field, so that a message of a wrong shape stops at the boundary.
 */
export type Reader<T> = (value: unknown, path: string) => T;
export type Read<R> = R extends Reader<infer T> ? T : never;

export class ShapeError extends Error {
  constructor(path: string, expected: string) {
    super(`${path} is not ${expected}`);
    this.name = 'ShapeError';
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export const number: Reader<number> = (value, path) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new ShapeError(path, 'a finite number');
  }
  return value;
};

export const string: Reader<string> = (value, path) => {
  if (typeof value !== 'string') throw new ShapeError(path, 'a string');
  return value;
};

export const boolean: Reader<boolean> = (value, path) => {
  if (typeof value !== 'boolean') throw new ShapeError(path, 'a boolean');
  return value;
};

export function oneOf<const T extends string>(...words: readonly T[]): Reader<T> {
  return (value, path) => {
    const found = words.find((word) => word === value);
    if (found === undefined) throw new ShapeError(path, `one of ${words.join(', ')}`);
    return found;
  };
}

export function array<T>(item: Reader<T>): Reader<T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw new ShapeError(path, 'an array');
    return value.map((entry, index) => item(entry, `${path}[${index}]`));
  };
}

export function nullable<T>(inner: Reader<T>): Reader<T | null> {
  return (value, path) => (value === null ? null : inner(value, path));
}

/** A field that may be left out, and what it is then. */
export function optional<T>(inner: Reader<T>, otherwise: T): Reader<T> {
  return (value, path) => (value === undefined ? otherwise : inner(value, path));
}

/** `type` is looked up when a message is read: SharedArrayBuffer does not exist in every browser. */
export function instance<T>(name: string, type: () => (new (...rest: never[]) => T) | undefined) {
  const read: Reader<T> = (value, path) => {
    const wanted = type();
    if (wanted === undefined || !(value instanceof wanted)) {
      throw new ShapeError(path, `a ${name}`);
    }
    return value;
  };
  return read;
}

type Fields = Readonly<Record<string, Reader<unknown>>>;
type FieldsRead<F extends Fields> = { readonly [K in keyof F]: Read<F[K]> };

export function object<F extends Fields>(fields: F): Reader<FieldsRead<F>> {
  const entries = Object.entries(fields);
  return (value, path) => {
    if (!isRecord(value)) throw new ShapeError(path, 'an object');
    const read = entries.map(([name, field]) => [name, field(value[name], `${path}.${name}`)]);
    return Object.fromEntries(read) as FieldsRead<F>;
  };
}

export function record<T>(item: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (value, path) => {
    if (!isRecord(value)) throw new ShapeError(path, 'an object');
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [name, item(entry, `${path}.${name}`)]),
    );
  };
}

type Variants = Readonly<Record<string, Fields>>;
export type TaggedRead<Tag extends string, V extends Variants> = {
  [K in keyof V & string]: Readonly<Record<Tag, K>> & FieldsRead<V[K]>;
}[keyof V & string];

/** A union told apart by the field `tag`; fields that the variant does not name are left behind. */
export function tagged<const Tag extends string, V extends Variants>(
  tag: Tag,
  variants: V,
): Reader<TaggedRead<Tag, V>> {
  const readers = new Map(Object.entries(variants).map(([kind, f]) => [kind, object(f)]));
  return (value, path) => {
    if (!isRecord(value)) throw new ShapeError(path, 'an object');
    const kind = value[tag];
    const reader = typeof kind === 'string' ? readers.get(kind) : undefined;
    if (reader === undefined) {
      throw new ShapeError(`${path}.${tag}`, `one of ${[...readers.keys()].join(', ')}`);
    }
    return { ...reader(value, path), [tag]: kind } as TaggedRead<Tag, V>;
  };
}
