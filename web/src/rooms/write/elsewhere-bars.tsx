/** What is said above a post that is written elsewhere as well. */
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button, LinkButton } from '../../ui/button.tsx'
import { words } from '../../words/write.ts'
import type { Became } from '../../writing/became.ts'
import { isBlank } from '../../writing/composition.ts'
import { isMore, type Store } from '../../writing/store.ts'

export function Bars({
  store,
  owned,
  became,
}: {
  store: Store
  owned: boolean
  became: Became | undefined
}) {
  const navigate = useNavigate()
  if (became) {
    const more = isMore(store.get(), became) && !isBlank(store.get())
    return (
      <Bar text={more ? words.write.sentWithoutThis : words.write.sentThere}>
        <LinkButton small to="/posts/$id" params={{ id: String(became.post_id) }}>
          {words.write.openSent}
        </LinkButton>
        {more ? (
          <Button
            small
            onClick={() =>
              void store.anew().then((uuid) => navigate({ to: '/write/$uuid', params: { uuid } }))
            }
          >
            {words.write.asNew}
          </Button>
        ) : (
          <LinkButton small to="/write">
            {words.write.writeNew}
          </LinkButton>
        )}
      </Bar>
    )
  }
  if (!owned)
    return (
      <Bar text={words.write.elsewhere}>
        <Button small onClick={() => void store.takeOver()}>
          {words.write.takeOver}
        </Button>
      </Bar>
    )
  return (
    <Bar text={words.write.changedThere}>
      <Button small onClick={store.takeThere}>
        {words.write.takeThere}
      </Button>
      <Button small onClick={store.keepHere}>
        {words.write.keepHere}
      </Button>
    </Bar>
  )
}

function Bar({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-center gap-3 border-b border-line bg-warn-soft px-4 py-2 text-sm font-medium text-warn"
    >
      {text}
      {children}
    </div>
  )
}
