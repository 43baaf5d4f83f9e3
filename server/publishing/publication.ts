/** What a connector is given of a post: the text and options for this account, and its media. */
import type {
  Account,
  Manifest,
  Publication,
  PublicationMedia,
  PublicationPart,
} from '#platforms/platform.ts'
import { Failure } from '#platforms/platform.ts'
import type { Json } from '#platforms/platform.ts'
import type { Work } from '#store/attempts.ts'
import { sentOf } from '#rules/fit.ts'
import { asKind } from '#rules/kind.ts'
import type { Part } from '#rules/thread.ts'
import type { Scope } from '#store/schema.ts'
import type { TokenRow } from '#store/tokens.ts'
import { type Converting, fitted } from './fitting.ts'

export interface Files extends Converting {
  /**
   * A signed address of a stored file, or undefined when this instance has none that the platform could reach. `call` names
   * the call that will carry it (`rules/pull.ts`).
   */
  pull: (blob_key: string, sandbox: boolean, call?: string) => string | undefined
}

export async function publicationOf(
  work: Work,
  manifest: Manifest,
  scope: Scope,
  files: Files,
  call: () => string | undefined = () => undefined,
): Promise<Publication> {
  const { blobs, pull } = files
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
  const rules = asKind(manifest, options.data['kind'])
  const stored = work.media ?? []
  const shown = async (chosen: typeof stored): Promise<PublicationMedia[]> => {
    const media = await fitted(scope, sentOf(chosen, rules.media), rules, files)
    return media.map(({ blob_key, ...file }) => ({
      ...file,
      open: (range) => ours(blobs.open(blob_key, range)),
      // Each call carries an address of its own.
      get url() {
        return pull(blob_key, work.sandbox, call())
      },
    }))
  }
  const filesOf = ({ media_ids }: Part) =>
    media_ids.flatMap((id) => stored.find((file) => file.id === id) ?? [])
  const { first_comment } = work
  const said = work.wording ?? { content: own?.content ?? work.content, first_comment }
  const [first, ...rest] = work.parts ?? []
  const thread: PublicationPart[] = []
  for (const part of rest) thread.push({ text: part.content, media: await shown(filesOf(part)) })
  return {
    delivery_id: work.id,
    text: rules.wordless ? '' : (first?.content ?? said.content),
    first_comment: rules.first_comment ? said.first_comment : null,
    options: options.data,
    media: await shown(first ? filesOf(first) : stored),
    ...(thread.length && { thread }),
  }
}

/** A file that cannot be read is our trouble: the call that it broke off must not look like a silent platform. */
async function* ours(bytes: AsyncIterable<Uint8Array>) {
  try {
    yield* bytes
  } catch (cause) {
    const message = 'A file of this post could not be read from where Crier keeps its files.'
    throw new Failure('unknown', 'media_unreadable', message, { cause })
  }
}

export function accountOf(token: TokenRow, secret: Record<string, Json>): Account {
  const { platform_account_id, username, settings } = token
  return { platform_account_id, username, settings, secret }
}
