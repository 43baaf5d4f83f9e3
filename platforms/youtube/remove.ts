/** Taking videos down; comments and places in playlists go with them. A list of one tells whether it is there. */
import { accepted } from '../kit/answers.ts'
import type { Account, Landed, Tools } from '../platform.ts'
import { apiOf, askedBy, send } from './api.ts'
import { dialect } from './errors.ts'
import { metrics } from './metrics.ts'

export async function remove({ id }: Landed, account: Account, tools: Tools): Promise<void> {
  const access = { tools, account }
  const url = `${apiOf(access)}/youtube/v3/videos?${new URLSearchParams({ id }).toString()}`
  const answer = await send(access, { purpose: 'remove', method: 'DELETE', url })
  accepted(answer, dialect, askedBy(access))
}

export async function isGone({ id }: Landed, account: Account, tools: Tools) {
  return (await metrics([id], account, tools)).get(id) === 'gone'
}
