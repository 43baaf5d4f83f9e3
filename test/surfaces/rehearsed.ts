/** A service with an account on every platform, and posts that are only tried: what is said of their files. */
import { z } from 'zod'
import { manifests } from '#platforms/catalog.ts'
import { type Body, openService } from '../service.ts'
import { demoWorkspace, newAccount } from './kit.ts'

export const Refused = z.object({ errors: z.record(z.string(), z.array(z.string())) })
export const Taken = z.object({ warnings: z.array(z.string()) })

export async function openRehearsal() {
  const service = await openService({ ROLE: 'api' })
  const workspace = await demoWorkspace(service)
  const accounts = new Map<string, number>()
  for (const id of Object.keys(manifests))
    accounts.set(id, (await newAccount(service, workspace, id)).id)
  const write = async (platform: string, media_ids: number[], kind?: string, more: Body = {}) =>
    service.rest('POST', '/api/posts', {
      content: 'Hello',
      social_account_ids: [accounts.get(platform)],
      media_ids,
      when: 'now',
      dry_run: true,
      ...(kind && { platform_options: { [platform]: { kind } } }),
      ...more,
    })
  return { service, workspace, accounts, write }
}
