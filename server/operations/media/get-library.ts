import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { countLibrary, listFolders, listMonths, listTags } from '#store/library-counts.ts'

const count = z.int().min(0)

export const getLibrary = operation({
  name: 'get_library',
  summary:
    'How many files the media library has: in each folder, with each tag, of each month; unused, without an alt text, deleted.',
  effect: 'reads',
  ability: 'media:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({}),
  output: z.object({
    total: count,
    unused: count,
    without_alt: count.describe('Pictures.'),
    deleted: count,
    folders: z
      .array(z.object({ folder: z.string(), count }))
      .describe('By name, at most 1,000. What is in none stands in total only.'),
    tags: z
      .array(z.object({ tag: z.string(), count }))
      .describe('The most used first, at most 200.'),
    months: z
      .array(z.object({ month: z.string(), count }))
      .describe("In which files came, newest first, in the workspace's zone: 2026-11."),
  }),
  refuses: [],
  rest: { method: 'GET', path: '/api/library' },
  mcp: { title: 'Library at a glance', toolset: 'library' },

  async run(_, context) {
    const [counts, folders, tags, months] = await Promise.all([
      countLibrary(context),
      listFolders(context),
      listTags(context),
      listMonths(context),
    ])
    return { ...counts, folders, tags, months }
  },
})
