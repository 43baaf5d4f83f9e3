/** A post that is out on platforms of one's choice, as workers leave it; no platform has it. */
import type { TestService } from '../service.ts'
import { begin, end } from './hand.ts'
import { demoWorkspace, newAccount, newPost } from './kit.ts'

/** Answers the post and its accounts, by platform. */
export async function outOn<Platform extends string>(
  service: TestService,
  platforms: readonly Platform[],
) {
  const workspace_id = await demoWorkspace(service)
  const accounts: Record<string, number> = {}
  for (const platform of platforms)
    accounts[platform] = (await newAccount(service, workspace_id, platform)).id
  const social_account_ids = Object.values(accounts)
  const id = await newPost(service, { social_account_ids, content: 'As it is out' })
  // What a platform wants besides, such as a video, is not what this is about.
  await service.query(
    `update deliveries set due_at = now(), platform_post_id = 'post-' || id where post_id = ${id}`,
  )
  await service.query(
    `update posts set status = 'scheduled', scheduled_at = now() where id = ${id}`,
  )
  await begin(service, id)
  await end(service, id, Object.fromEntries(social_account_ids.map((each) => [each, 'published'])))
  return { id, accounts: accounts as Record<Platform, number> }
}
