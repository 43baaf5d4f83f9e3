/** One file, sent in its chunks: loaded with the first that has to go. */
import { upload, UploadRefused } from '@crier/sdk'
import { sentenceOf } from '../api/ask.ts'
import { signedInAgain } from '../api/session.ts'
import { common } from '../words/common.ts'

interface Sent {
  workspace_id: number
  /** A session to go on with. */
  upload_id: string | undefined
  signal: AbortSignal
  onSession: (upload_id: string) => void
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
      async onUnauthorized() {
        if (!(await signedInAgain()))
          throw new UploadRefused(401, { message: common.frame.signedOut })
      },
      ...(upload_id !== undefined && { upload_id }),
      ...rest,
    },
  )
}

export function problemOf(error: unknown): string {
  return error instanceof UploadRefused ? error.message : sentenceOf(error)
}
