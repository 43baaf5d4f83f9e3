/** Labels of many posts at once: some put on, some taken off, and taken back together. */
import type { Crier, Post } from '@crier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refusedIn, wordsForRefusals } from '../../api/refusals.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Chips } from '../../ui/chips.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Check } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/posts.ts'

const MOST = 20

export function Relabel({
  posts,
  onClose,
  onDone,
}: {
  posts: readonly Post[]
  onClose: () => void
  onDone: () => void
}) {
  const { id, crier } = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const [add, setAdd] = useState<readonly string[]>([])
  const [remove, setRemove] = useState<ReadonlySet<string>>(new Set())
  const there = [...new Set(posts.flatMap(({ labels }) => labels))].toSorted()
  const stale = () => queries.invalidateQueries({ queryKey: [id, 'posts'] })
  async function undo(changed: readonly Post[]) {
    await restore(crier, changed)
    say(words.relabel.undone)
    await stale()
  }
  const form = useForm(
    () =>
      crier.updatePosts({
        ids: posts.map((post) => post.id),
        ...(add.length > 0 && { add_labels: [...add] }),
        ...(remove.size > 0 && { remove_labels: [...remove] }),
      }),
    async ({ results, updated }) => {
      const wrong = results.flatMap((each) => ('post' in each ? [] : [each]))
      const left = new Set(wrong.map(({ post_id }) => post_id))
      const changed = posts.filter((post) => !left.has(post.id))
      if (updated > 0)
        say(words.relabel.done(updated), {
          action: { label: common.act.undo, run: () => void undo(changed) },
        })
      const [first] = wrong
      if (first) {
        await wordsForRefusals()
        say(words.many.failed(wrong.length, refusedIn(first)), failed)
      }
      onDone()
      await stale()
    },
  )
  return (
    <Dialog title={words.relabel.title} onClose={onClose}>
      <Form form={form} label={words.relabel.title}>
        <div className="grid gap-1.5">
          <Chips
            label={words.relabel.add}
            hint={words.kept.labelsHint}
            list={add}
            max={MOST}
            coloured
            onList={setAdd}
          />
        </div>
        {there.length > 0 && (
          <fieldset className="grid gap-1">
            <legend className="mb-1 text-sm font-medium">{words.relabel.remove}</legend>
            <div className="max-h-56 overflow-y-auto rounded-md border border-line px-3 py-1">
              {there.map((label) => (
                <Check
                  key={label}
                  checked={remove.has(label)}
                  onChange={({ target }) => {
                    const next = new Set(remove)
                    if (target.checked) next.add(label)
                    else next.delete(label)
                    setRemove(next)
                  }}
                  label={<bdi>{label}</bdi>}
                  hint={words.relabel.on(
                    posts.filter(({ labels }) => labels.includes(label)).length,
                  )}
                />
              ))}
            </div>
          </fieldset>
        )}
        <Button
          type="submit"
          look="primary"
          busy={form.busy}
          disabled={!add.length && !remove.size}
          className="justify-self-end"
        >
          {words.relabel.submit(posts.length)}
        </Button>
      </Form>
    </Dialog>
  )
}

/** The labels that they had: those with the same ones together. */
async function restore(crier: Crier, posts: readonly Post[]) {
  const groups = Map.groupBy(posts, ({ labels }) => JSON.stringify(labels))
  for (const same of groups.values())
    await crier.updatePosts({
      ids: same.map(({ id }) => id),
      labels: [...(same[0]?.labels ?? [])],
    })
}
