/** What is kept over a restart: records, blobs without their bytes, sessions, grants and video jobs. */
import { z } from 'zod'
import {
  blob,
  grant,
  job,
  newState,
  refresh,
  stored,
  type Repo,
  type State,
  type Stored,
} from './store.ts'

const saved = z.object({
  secret: z.string(),
  arrivals: z.number(),
  repos: z.array(
    z.object({
      did: z.string(),
      rev: z.string(),
      commit: z.string(),
      records: z.array(stored),
      blobs: z.array(blob),
    }),
  ),
  refreshes: z.array(refresh),
  spoiled: z.array(z.string()),
  grants: z.array(grant),
  jobs: z.array(job),
})

/** What an earlier run kept; anything else, such as the state of another version, begins a new world. */
export function loadState(value: unknown): State {
  const state = newState()
  const parsed = saved.safeParse(value)
  if (!parsed.success) return state
  const { secret, arrivals, repos, refreshes, spoiled, grants, jobs } = parsed.data
  for (const { did, rev, commit, records, blobs } of repos) {
    const collections: Repo['collections'] = new Map()
    for (const record of records) {
      const collection = collections.get(record.collection) ?? new Map<string, Stored>()
      collections.set(record.collection, collection.set(record.rkey, record))
    }
    const blobMap = new Map(blobs.map((each) => [each.cid, each]))
    state.repos.set(did, { did, rev, commit, collections, blobs: blobMap })
  }
  return Object.assign(state, {
    secret,
    arrivals,
    refreshes: new Map(refreshes.map((each) => [each.id, each])),
    spoiled: new Set(spoiled),
    grants: new Map(grants.map((each) => [each.id, each])),
    jobs: new Map(jobs.map((each) => [each.id, each])),
  })
}

export function dumpState(state: State): z.infer<typeof saved> {
  return {
    secret: state.secret,
    arrivals: state.arrivals,
    repos: [...state.repos.values()].map(({ did, rev, commit, collections, blobs }) => ({
      did,
      rev,
      commit,
      records: [...collections.values()].flatMap((records) => [...records.values()]),
      blobs: [...blobs.values()],
    })),
    refreshes: [...state.refreshes.values()],
    spoiled: [...state.spoiled],
    grants: [...state.grants.values()],
    jobs: [...state.jobs.values()],
  }
}
