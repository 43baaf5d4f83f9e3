/** Sentences of the service, with their counts of bytes as people say them. */
import { number, size } from './format.ts'

/** A limit of whole binary units is called as platforms call it: 8388608 is 8 MB. */
const binary = [
  [1024 ** 3, 1000 ** 3],
  [1024 ** 2, 1000 ** 2],
  [1024, 1000],
] as const

export function sizeOf(bytes: number) {
  const unit = binary.find(([each]) => bytes >= each && bytes % each === 0)
  return size(unit ? (bytes / unit[0]) * unit[1] : bytes)
}

/** Exactly where two of them would look alike. How long a text may be is counted in bytes too, in fewer figures. */
export function inSizes(sentence: string) {
  const found = [...sentence.matchAll(/\b(\d{5,}) bytes(?: \(\d+ MB\))?/g)]
  const shown = new Map(found.map(([, bytes]) => [bytes, sizeOf(Number(bytes))]))
  const alike = new Set(shown.values()).size < shown.size
  return found.reduce(
    (said, [whole, bytes]) =>
      said.replace(whole, alike ? `${number(Number(bytes))} bytes` : (shown.get(bytes) ?? whole)),
    sentence,
  )
}
