import { z } from 'zod'
import { flag } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { limits } from '#rules/limits.ts'
import { wrong } from '#rules/problem.ts'

const url = z
  .string()
  .trim()
  .max(limits.url_chars, `At most ${limits.url_chars} characters.`)
  .refine(isOfTheWeb, 'Use an address that begins with https://.')
  .describe('The page.')

export const previewLink = operation({
  name: 'preview_link',
  summary:
    'What people see below a link: title, description, site and picture, as its page tells them. A page is read once a day at most.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({
    url,
    with_picture: flag.optional().describe('Send the picture as well: image.data.'),
  }),
  output: z.object({
    url: z.string().describe('As it was given.'),
    title: z.string(),
    description: z.string().describe('Empty: the page tells none.'),
    site: z.string().describe('What the site calls itself, else its name on the net.'),
    image: z
      .object({
        url: z.string().describe('Where the page has it.'),
        width: z.int().describe('Of the JPEG that platforms are sent: 1200 pixels at most.'),
        height: z.int(),
        data: z.string().optional().describe('That JPEG in base64, when it was asked for.'),
      })
      .nullable()
      .describe('Null: the page names no picture that can be read.'),
  }),
  refuses: ['invalid'],
  rest: { method: 'GET', path: '/api/link-preview' },
  mcp: { title: 'Preview a link', toolset: 'account', accepts: z.strictObject({ url }) },

  async run({ url: link, with_picture = false }, { environment }) {
    const card = await environment.card(link)
    if ('refused' in card) throw wrong('url', card.refused)
    const { title, description, site, picture, picture_url } = card
    if (!picture || picture_url === undefined)
      return { url: link, title, description, site, image: null }
    const { bytes, width, height } = picture
    const data = with_picture ? { data: Buffer.from(bytes).toString('base64') } : {}
    return {
      url: link,
      title,
      description,
      site,
      image: { url: picture_url, width, height, ...data },
    }
  },
})

function isOfTheWeb(text: string) {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
