/** The account and its boards. */
import { z } from 'zod'
import { faceAt } from '../kit/faces.ts'
import { noBoard } from './refusal.ts'
import { readQuery } from './requests.ts'
import { type Call, ok, type Context } from './service.ts'
import type { Board } from './store.ts'

export const Paging = z.object({
  page_size: z.coerce.number().int().min(1).max(250).default(25),
  bookmark: z
    .string()
    .regex(/^b\d+$/)
    .optional(),
})
const Boards = z.strictObject({
  ...Paging.shape,
  privacy: z.enum(['ALL', 'PUBLIC', 'PROTECTED', 'SECRET', 'PUBLIC_AND_SECRET']).optional(),
  ad_account_id: z.string().optional(),
})
const Params = z.object({ id: z.string() })

export const boardCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/v5/user_account',
    on: 'me',
    scopes: ['user_accounts:read'],
    limit: 'org_read',
    run: ({ person, service }) =>
      ok({
        id: person.id,
        username: person.username,
        account_type: 'BUSINESS',
        business_name: person.name,
        profile_image: faceAt(service.options.url, person.name),
        website_url: '',
        board_count: person.boards.length,
        pin_count: 0,
        follower_count: 3,
        following_count: 1,
        monthly_views: 12,
      }),
  },
  {
    method: 'GET',
    path: '/v5/boards',
    on: 'me',
    scopes: ['boards:read'],
    limit: 'org_read',
    run(context) {
      const { privacy = 'ALL', ...paging } = readQuery(context.request, Boards)
      const { look } = context
      const all = look.list(visible(context), ({ id }) => ({ id, created_at: 0 }), '')
      const boards = all.filter((board) => privacy === 'ALL' || privacy.includes(board.privacy))
      const items = boards.map((board) => shown(board, context))
      return ok(page(items, paging))
    },
  },
  {
    method: 'GET',
    path: '/v5/boards/:id',
    on: 'read',
    scopes: ['boards:read'],
    limit: 'org_read',
    run(context) {
      const board = boardOf(context, Params.parse(context.request.params).id)
      return ok(shown(board, context))
    },
  },
  {
    method: 'GET',
    path: '/v5/boards/:id/sections',
    on: 'me',
    scopes: ['boards:read'],
    limit: 'org_read',
    run(context) {
      const { sections } = boardOf(context, Params.parse(context.request.params).id)
      return ok(page(sections, readQuery(context.request, Paging)))
    },
  },
]

function shown({ id, name, privacy }: Board, { person, store }: Context) {
  return {
    id,
    name,
    description: '',
    privacy,
    owner: { username: person.username },
    media: { image_cover_url: null, pin_thumbnail_urls: [] },
    pin_count: [...store.pins.values()].filter(({ board_id }) => board_id === id).length,
    follower_count: 0,
    collaborator_count: 0,
    created_at: '2024-01-01T00:00:00',
  }
}

/** Secret boards need scopes of their own; without them they are not there. */
function visible({ person, scopes }: Context) {
  const secret = scopes.includes('boards:read_secret')
  return person.boards.filter(({ privacy }) => privacy !== 'SECRET' || secret)
}

export function boardOf(context: Context, id: string): Board {
  const board = visible(context).find((one) => one.id === id)
  if (!board) throw noBoard()
  return board
}

export function page<Item>(all: readonly Item[], { page_size, bookmark }: z.output<typeof Paging>) {
  const start = Number(bookmark?.slice(1) ?? 0)
  const next = start + page_size
  return { items: all.slice(start, next), bookmark: next < all.length ? `b${next}` : null }
}
