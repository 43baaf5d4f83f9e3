/** What a connector is given of a post: the text and options for this account, and its media. */
import type { Blobs } from '#blobs/blobs.ts'
import type { Account, Manifest, Publication } from '#platforms/platform.ts'
import { Failure } from '#platforms/platform.ts'
import type { Json } from '#platforms/platform.ts'
import type { Work } from '#store/attempts.ts'
import type { TokenRow } from '#store/tokens.ts'

export interface Files {
  blobs: Blobs
  /** A signed address of a stored file, or undefined when this instance has none that the platform could reach. */
  pull: (blob_key: string, sandbox: boolean) => string | undefined
}

export function publicationOf(work: Work, manifest: Manifest, { blobs, pull }: Files): Publication {
  const own = work.platform_content.find(({ account_id }) => account_id === work.account_id)
  const options = manifest.options.safeParse({
    ...work.platform_options[work.platform],
    ...own?.options,
  })
  if (!options.success) {
    throw new Failure(
      'rejected',
      'invalid_options',
      `The options for ${manifest.name} are not valid: ${options.error.message}`,
    )
  }
  return {
    delivery_id: work.id,
    text: own?.content ?? work.content,
    first_comment: manifest.first_comment ? work.first_comment : null,
    options: options.data,
    media: (work.media ?? []).map(({ blob_key, ...media }) => ({
      ...media,
      open: (range) => blobs.open(blob_key, range),
      url: pull(blob_key, work.sandbox),
    })),
  }
}

export function accountOf(token: TokenRow, secret: Record<string, Json>): Account {
  const { platform_account_id, username, settings } = token
  return { platform_account_id, username, settings, secret }
}
