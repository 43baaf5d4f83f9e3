/** A key whose posts wait for approval, as the review meets them. */
import assert from 'node:assert/strict'
import type { House } from './house.ts'

export async function robotIn({ service }: House) {
  const leash = { needs_approval: true }
  const { body: key } = await service.rest('POST', '/api/api-keys', { name: 'Robot', leash })
  const authorization = `Bearer ${String(key['token'])}`
  return {
    authorization,
    /** Its number; it waits. */
    async write(content: string) {
      const { x = 0 } = service.accounts
      const { status, body } = await service.rest(
        'POST',
        '/api/posts',
        { content, social_account_ids: [x], publish_now: true },
        { authorization },
      )
      assert.equal(status, 201, JSON.stringify(body))
      return Number(body['id'])
    },
  }
}
