/** Asked once before a post goes out at once by a key: where to, and that everybody sees it. */
import type { Account } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { calledOf } from '../../ui/called.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { words } from '../../words/write.ts'

export function Now({
  accounts,
  send,
  onClose,
}: {
  accounts: readonly Account[]
  send: () => void
  onClose: () => void
}) {
  const { publishes } = useHere()
  const { length } = accounts
  return (
    <Confirm
      title={publishes ? words.write.nowTitle(length) : words.write.nowAskTitle(length)}
      action={publishes ? words.write.main('now', length, '') : words.write.ask(length)}
      look="primary"
      run={async () => send()}
      onClose={onClose}
    >
      <p>{publishes ? words.write.nowPublic : words.write.nowAskHint}</p>
      <ul className="grid max-h-60 gap-1.5 overflow-y-auto text-sm">
        {accounts.map((account) => (
          <li key={account.id} className="flex items-center gap-2">
            <PlatformMark platform={account.platform} className="size-4.5 shrink-0" />
            <bdi className="min-w-0 wrap-anywhere">{calledOf(account)}</bdi>
          </li>
        ))}
      </ul>
    </Confirm>
  )
}
