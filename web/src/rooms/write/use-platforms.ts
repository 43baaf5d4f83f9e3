import type { GetCapabilitiesAnswer } from '@crier/sdk'
import { useQuery } from '@tanstack/react-query'
import { capabilitiesQuery } from '../../api/posts.ts'
import { accountsQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import type { Store } from '../../writing/store.ts'

interface Known {
  platform: string
  /** What it takes; undefined until the service has said it. */
  rules: GetCapabilitiesAnswer['platforms'][string] | undefined
}

/** To which the post goes, each once. */
export function usePlatforms(store: Store): readonly Known[] {
  const here = useHere()
  const accounts = useQuery(accountsQuery(here)).data ?? []
  const all = useQuery(capabilitiesQuery(here)).data?.platforms ?? {}
  const { account_ids } = store.get()
  const chosen = accounts.filter(({ id }) => account_ids.includes(id))
  const platforms = new Set(chosen.map(({ platform }) => platform))
  return [...platforms].map((platform) => ({ platform, rules: all[platform] }))
}
