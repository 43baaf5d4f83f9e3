/** One file, sent in its chunks: loaded with the first that has to go. */
import { CrierError, upload, UploadRefused } from '@crier/sdk'
import { sentenceOf } from '../api/ask.ts'
import { forMe } from '../api/person.ts'
import { refusedIn, wordsForRefusals } from '../api/refusals.ts'
import { signedInAgain } from '../api/session.ts'
import type { Refused } from '../words/refusals.ts'
import { common } from '../words/common.ts'

interface Sent {
  workspace_id: number
  /** A session to go on with. */
  upload_id: string | undefined
  signal: AbortSignal
  onSession: (upload_id: string) => Promise<void>
  onBytes: (sent: number) => void
}

export function sendFile(
  { name, type, size }: { name: string; type: string; size: number },
  blob: Blob,
  { workspace_id, upload_id, ...rest }: Sent,
) {
  return upload(
    { name, type, size, slice: (start, end) => blob.slice(start, end) },
    {
      base_url: `/console/workspaces/${workspace_id}`,
      headers: forMe(),
      async onUnauthorized() {
        if (!(await signedInAgain()))
          throw new UploadRefused(401, { message: common.frame.signedOut })
      },
      ...(upload_id !== undefined && { upload_id }),
      ...rest,
    },
  )
}

/** In the page's words where it has some, as the service says it where not. */
export async function problemOf(error: unknown): Promise<string> {
  // Of what is not refused, nobody answers: chunks are tried again until that is clear.
  if (error instanceof CrierError) return sentenceOf(error)
  if (!(error instanceof UploadRefused)) return common.service.noAnswer
  const refused = refusedBy(error.body)
  if (!refused) return error.message
  await wordsForRefusals()
  return refusedIn(refused)
}

/** Either shape: wrong fields stand bare. The answer comes from the service that served this page, in the same version. */
function refusedBy(body: unknown): Refused | undefined {
  const { error, ...bare } = Object(body) as { error?: Refused } & Partial<Refused>
  if (error) return error
  return bare.errors && bare.message !== undefined
    ? { ...bare, code: 'invalid', message: bare.message }
    : undefined
}
