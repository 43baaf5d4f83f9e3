/** By which number whoever runs this Crier finds in the log what failed. */
import { CrierError } from '@crier/sdk'
import { common } from '../words/common.ts'
import { words } from '../words/frame.ts'
import { Button } from './button.tsx'
import { useSay } from './said.tsx'

/** Of a failure of the service itself: what it refuses it has said already. */
export function RequestId({ error }: { error: unknown }) {
  const say = useSay()
  if (!(error instanceof CrierError) || error.status < 500 || !error.request_id) return null
  const id = error.request_id
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="min-w-0 break-words">
        {words.request} <code className="break-all select-all">{id}</code>
      </span>
      <Button
        small
        icon="copy"
        aria-label={words.copy}
        onClick={() => {
          void navigator.clipboard.writeText(id).then(
            () => say(words.copied),
            () => say(common.copy.select),
          )
        }}
      >
        {common.act.copy}
      </Button>
    </div>
  )
}
