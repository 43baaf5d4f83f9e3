/** A service whose clock stands still, and its chore for series, which runs when a test says so. */
import { z } from 'zod'
import type { Environment } from '#operations/context.ts'
import { makeSeries } from '#operations/series/parts/maker.ts'
import { standingOf } from '#access/standing.ts'
import { readConfig } from '#config/config.ts'
import { manifests } from '#platforms/catalog.ts'
import { plans } from '#rules/limits.ts'
import { seal } from '#store/seal.ts'
import { type Body, openService, type TestService } from '../service.ts'
import { overTools } from '../mcp/cases/series.ts'
import { type Call, callers } from '../surfaces/callers.ts'
import { newNeighbour } from '../surfaces/kit.ts'

const SeriesTimes = z.array(
  z.looseObject({
    occurrence: z.string(),
    at: z.string().nullable(),
    variation: z.int().nullable(),
    skipped: z.boolean(),
    post_id: z.int().nullable(),
    refused: z.object({ code: z.string(), message: z.string() }).nullable(),
  }),
)

export const Seen = z.looseObject({
  id: z.int(),
  state: z.string(),
  why: z.string().nullable(),
  updated_at: z.string(),
  confirmed_until: z.string().nullable(),
  waits_for: z.object({ code: z.string(), message: z.string() }).nullable(),
  upcoming: SeriesTimes,
  recent: SeriesTimes,
})

/** `role` all: with workers and all chores, on the same clock. */
export async function stageOf(start: string, role: 'api' | 'all' = 'api') {
  let clock = new Date(start)
  const service = await openService({ ROLE: role }, { now: () => clock })
  const environment = environmentOf(service, () => clock)
  return {
    service,
    environment,
    now: () => clock,
    to: (time: string) => void (clock = new Date(time)),
    chore: async (signal = new AbortController().signal) =>
      makeSeries({ db: service.db, environment }, signal, {
        error(about) {
          throw new Error('The chore met an error of ours.', { cause: about })
        },
      }),
    home: async (plan?: string) => homeIn(service, plan),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}
export type Stage = Awaited<ReturnType<typeof stageOf>>

/** A workspace of its own, whose series are nobody else's. */
async function homeIn(service: TestService, plan?: string) {
  const { token, workspace_id, account_id, id: key_id } = await newNeighbour(service, plan)
  const { rest, mcp: tool } = callers(service, token)
  const mcp: Call = async (name, args = {}, options = {}) => tool(...overTools(name, args), options)
  const fields = (more: Body = {}): Body => ({
    post: { content: 'Again', social_account_ids: [account_id] },
    rule: 'FREQ=DAILY;COUNT=5',
    starts_at: '2026-12-01T09:00',
    timezone: 'Europe/Berlin',
    ...more,
  })
  const make = async (more: Body = {}) => {
    const { code, body } = await rest('create_series', fields(more))
    if (code) throw new Error(JSON.stringify(body))
    return Seen.parse(body)
  }
  const look = async (id: number) => Seen.parse((await rest('get_series', { id })).body)
  const posts = async () =>
    service.db
      .selectFrom('posts')
      .selectAll()
      .where('workspace_id', '=', workspace_id)
      .orderBy('scheduled_at')
      .orderBy('id')
      .execute()
  const live = async () => (await posts()).filter(({ deleted_at }) => deleted_at === null)
  return { token, key_id, workspace_id, account_id, rest, mcp, fields, make, look, posts, live }
}
export type Home = Awaited<ReturnType<typeof homeIn>>

const unneeded = () => {
  throw new Error('Series need this not.')
}

/** As the service has it, as far as making posts needs it. */
function environmentOf(service: TestService, now: () => Date): Environment {
  const { secret_key } = readConfig(manifests, { DATA_DIR: service.data_dir })
  return {
    now,
    base_url: service.base_url,
    upgrade_url: service.base_url,
    cdn_url: service.base_url,
    manifests,
    plans,
    rates: {},
    seal: seal(secret_key.reveal()),
    connect_url: () => `${service.base_url}/connect`,
    standing: async (db, whose) => standingOf(db, whose, now()),
    disconnect: unneeded,
    choices: unneeded,
    people: unneeded,
    upload_url: unneeded,
    get: unneeded,
    card: unneeded,
    settled: unneeded,
    happened: unneeded,
    webhook_refusal: unneeded,
    get intake() {
      return unneeded()
    },
  }
}
