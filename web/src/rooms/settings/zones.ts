/** Every zone that this browser knows, and the given one in any case. */
export function zones(current: string): string[] {
  return [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])]
}
