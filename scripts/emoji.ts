/**
 * `node scripts/emoji.ts FOLDER`: writes what the composer offers behind a colon, out of the names and words that Unicode
 * keeps for each language, as the package emojibase-data (17.0.0, unpacked to FOLDER) has them. It is not installed: of its
 * 50 MB these are 0.3. See docs/decisions/0225-emoji-by-their-names.md.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** Newer ones are boxes on many devices. */
const NEWEST = 15.1
/** Parts of others, such as tones of skin by themselves. */
const COMPONENTS = 2

const Entries = z.array(
  z.object({
    hexcode: z.string(),
    emoji: z.string(),
    label: z.string(),
    tags: z.array(z.string()).default([]),
    group: z.number().optional(),
    order: z.number().optional(),
    version: z.number(),
  }),
)
const Codes = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

const [folder = ''] = process.argv.slice(2)
const out = fileURLToPath(new URL('../web/src/writing/emoji/', import.meta.url))
const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'))

// What people type elsewhere, whatever their language.
const codes = Codes.parse(read('en/shortcodes/github.json'))

for (const language of ['en', 'de']) {
  const lines = Entries.parse(read(`${language}/data.json`))
    .filter(
      ({ group, version }) => group !== undefined && group !== COMPONENTS && version <= NEWEST,
    )
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ hexcode, emoji, label, tags }) => {
      const words = new Set(tags.map((each) => each.trim()))
      // What its name says already.
      for (const word of label.toLowerCase().split(/[^\p{L}\p{N}]+/u)) words.delete(word)
      words.delete(label)
      const short = [codes[hexcode] ?? []].flat().join(' ')
      return [emoji, label, short, [...words].join(' ')].join('\t')
    })
  writeFileSync(join(out, `${language}.json`), JSON.stringify(lines))
}
execFileSync('oxfmt', [out])
