/** What may stand in a cell: whatever people and programs write, but for what no database column takes. */
import fc from 'fast-check'

export const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '\t', '\r', '\n', ' ', 'a'),
    }),
  )
  .map((said) => said.replaceAll('\0', '').toWellFormed())
