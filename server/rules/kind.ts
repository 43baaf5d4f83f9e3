/** What a post is published as changes the rules for it. Pure. */

/** The rules of a platform with what this value of the option `kind` changes; the same object for any other value. */
export function asKind<Rules extends { kinds?: Readonly<Record<string, object>> }>(
  rules: Rules,
  kind: unknown,
): Rules {
  const { kinds = {} } = rules
  const known = typeof kind === 'string' && Object.hasOwn(kinds, kind)
  return known ? { ...rules, ...kinds[kind] } : rules
}
