/** What a platform offers, where a person is to choose among several; the platform offers whatever a test wants. */
import assert from 'node:assert/strict'
import { settleArrival } from '#connecting/offers.ts'
import type { Offered } from '#platforms/platform.ts'
import { demoWorkspace } from '../surfaces/kit.ts'
import { doingOf, type TestService } from '../service.ts'

/** The token of the choice: for the first person at the dashboard, or for whoever has the link. */
export async function offering(
  service: TestService,
  ids: readonly string[],
  whose: 'person' | 'anybody',
) {
  const { rows } = await service.query('select min(person_id) as person_id from members')
  const wish = {
    workspace_id: await demoWorkspace(service),
    ...(whose === 'person' && { person_id: Number(rows[0]?.['person_id']) }),
    platform: 'x',
    sandbox: true,
  }
  const outcome = await settleArrival(await doingOf(service), { wish, offered: ids.map(page) })
  assert.ok('offer' in outcome)
  return outcome.offer
}

function page(id: string): Offered {
  return {
    platform_account_id: id,
    kind: 'page',
    name: `Page ${id}`,
    username: `page-${id}`,
    avatar_url: null,
    settings: {},
    credentials: { secret: { access_token: id }, expires_at: null, refreshable: false },
  }
}
