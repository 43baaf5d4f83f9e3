/** A Range header (RFC 9110, section 14): one range of bytes, `end` exclusive. */
export function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'none' | undefined {
  // Several ranges at once, other units and nonsense are ignored, as the RFC allows: the whole file is an answer too.
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { start: size - length, end: size }
  }
  const start = Number(first)
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'none' : { start, end }
}
