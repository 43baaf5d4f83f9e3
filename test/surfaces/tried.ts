/** Posts that are only tried: on a new account of the platform, with files of their own. */
import type { Body, TestService } from '../service.ts'
import { newAccount, newMedia } from './kit.ts'

export interface Case {
  account: { platform: string; settings: Record<string, unknown> }
  media?: Parameters<typeof newMedia>[1]
  options?: Body
  first_comment?: string
  content?: string
  /** Twice the same. */
  more_media?: true
}

export function trying(service: TestService, workspace: Parameters<typeof newAccount>[1]) {
  return async function written({
    account,
    media,
    more_media,
    options,
    first_comment,
    content,
  }: Case) {
    const { id } = await newAccount(service, workspace, account.platform, account.settings)
    const files = [...(media ? [media] : []), ...(media && more_media ? [media] : [])]
    return service.rest('POST', '/api/posts', {
      content: content ?? 'Good morning',
      social_account_ids: [id],
      when: 'now',
      dry_run: true,
      ...(first_comment && { first_comment }),
      ...(media && { media_ids: await Promise.all(files.map((each) => newMedia(service, each))) }),
      ...(options && { platform_options: { [account.platform]: options } }),
    })
  }
}
