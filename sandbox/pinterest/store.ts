/** All that Pinterest remembers, as JSON. Times are milliseconds since 1970, ids decimal strings beyond 2^53. */
import { crowd } from '../kit/crowd.ts'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'

const Grant = z.object({
  id: z.string(),
  person_id: z.string(),
  client_id: z.string(),
  scopes: z.array(z.string()),
  refresh_token: z.string(),
  refresh_until: z.number(),
})
const Access = z.object({ grant_id: z.string(), until: z.number() })
const Code = z.object({
  person_id: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
  scopes: z.array(z.string()),
  until: z.number(),
})
const Upload = z.object({
  id: z.string(),
  person_id: z.string(),
  /** What has to come back with the file. */
  parameters: z.record(z.string(), z.string()),
  bytes: z.number().nullable(),
  ready_at: z.number(),
  failed: z.boolean(),
})
const Medium = z.object({
  mime_type: z.string(),
  bytes: z.number(),
  alt_text: z.string().nullable(),
  /** Under which its bytes are kept, if they are. */
  key: z.string().nullable(),
})
const Pin = z.object({
  id: z.string(),
  person_id: z.string(),
  board_id: z.string(),
  board_section_id: z.string().nullable(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  link: z.string().nullable(),
  alt_text: z.string().nullable(),
  kind: z.enum(['image', 'multiple_images', 'video']),
  media: z.array(Medium),
  created_at: z.number(),
  /** Made by an app on trial: only its owner sees it. */
  trial: z.boolean(),
})

const State = z.object({
  last_id: z.string(),
  grants: z.array(Grant),
  access: z.array(z.tuple([z.string(), Access])),
  codes: z.array(z.tuple([z.string(), Code])),
  uploads: z.array(Upload),
  pins: z.array(Pin),
})

export type Grant = z.infer<typeof Grant>
export type Upload = z.infer<typeof Upload>
export type Medium = z.infer<typeof Medium>
export type Pin = z.infer<typeof Pin>

export interface Store {
  lastId: bigint
  grants: Map<string, Grant>
  access: Map<string, z.infer<typeof Access>>
  codes: Map<string, z.infer<typeof Code>>
  uploads: Map<string, Upload>
  /** Oldest first. */
  pins: Map<string, Pin>
  /** Bytes of the last pictures. Not kept across runs. */
  images: Map<string, Buffer>
  /** Calls of the minute, by person and kind. Not kept across runs. */
  windows: Map<string, { until: number; used: number }>
}

export interface Board {
  id: string
  name: string
  privacy: 'PUBLIC' | 'PROTECTED' | 'SECRET'
  sections: readonly { id: string; name: string }[]
}

export interface Member {
  id: string
  username: string
  name: string
  boards: readonly Board[]
}

const board = (id: string, name: string, privacy: Board['privacy'] = 'PUBLIC'): Board => ({
  id,
  name,
  privacy,
  sections:
    name === 'Workshop'
      ? [
          { id: '5123456789012345678', name: 'Benches' },
          { id: '5123456789012345679', name: 'Tools' },
        ]
      : [],
})

export const people: readonly Member[] = [
  {
    id: '549755885170000001',
    username: 'ada_makes',
    name: 'Ada Makes',
    boards: [
      board('549755885175000010', 'Workshop'),
      board('549755885175000011', 'Ideas', 'SECRET'),
    ],
  },
  {
    id: '549755885170000002',
    username: 'bruno_bakes',
    name: 'Bruno Bakes',
    boards: [board('549755885175000020', 'Bread')],
  },
  {
    id: '549755885170000003',
    username: 'clara_collects',
    name: 'Clara Collects',
    boards: Array.from({ length: 260 }, (_, index) =>
      board(`5497558851760${String(index).padStart(5, '0')}`, `Shelf ${index + 1}`),
    ),
  },
  ...crowd((number) => ({
    id: `5497558851710000${number}`,
    username: `crowd_${number}`,
    name: `Crowd ${number}`,
    boards: [board(`5497558851780000${number}`, 'Things')],
  })),
]

const byId = <Item extends { id: string }>(items: readonly Item[] = []) =>
  new Map(items.map((item) => [item.id, item]))

/** `lastId` keeps ids increasing across a reset. */
export function createStore(saved?: unknown, lastId = 0n): Store {
  const state = saved === undefined ? undefined : State.parse(saved)
  return {
    lastId: state ? BigInt(state.last_id) : lastId,
    grants: byId(state?.grants),
    access: new Map(state?.access),
    codes: new Map(state?.codes),
    uploads: byId(state?.uploads),
    pins: byId(state?.pins),
    images: new Map(),
    windows: new Map(),
  }
}

export function stateOf(store: Store): z.infer<typeof State> {
  return {
    last_id: String(store.lastId),
    grants: [...store.grants.values()],
    access: [...store.access],
    codes: [...store.codes],
    uploads: [...store.uploads.values()],
    pins: [...store.pins.values()],
  }
}

/** Eighteen digits, always increasing. */
export function nextId(store: Store, now: number): string {
  const made = BigInt(Math.max(0, now - 1_500_000_000_000)) * 2_048n + 7n
  store.lastId = made > store.lastId ? made : store.lastId + 1_000_001n
  return String(store.lastId + 813_000_000_000_000_000n)
}

/** A grant and all its tokens. */
export { removeGrant } from '../kit/grants.ts'

export const secret = (prefix = '') => prefix + randomBytes(36).toString('base64url')
