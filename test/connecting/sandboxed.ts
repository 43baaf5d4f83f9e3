import assert from 'node:assert/strict'
import { beginConnect, finishConnect, keepAccounts } from '#connecting/connect.ts'
import { allow } from '#sandbox/service/person.ts'
import { demoWorkspace } from '../surfaces/kit.ts'
import { doingOf, type TestService } from '../service.ts'

/** Connected in the sandbox, as a person would. */
export async function accountInSandbox(service: TestService, platform: string): Promise<number> {
  const deps = await doingOf(service)
  const signal = AbortSignal.timeout(10_000)
  const wish = { workspace_id: await demoWorkspace(service), platform, sandbox: true }
  const back = new URL(await allow(await beginConnect(deps, wish, undefined, signal)))
  const answer = Object.fromEntries(back.searchParams)
  const offered = await finishConnect(deps, platform, { answer }, signal)
  const [account] = await keepAccounts(deps, offered)
  return account?.id ?? assert.fail('connected')
}
