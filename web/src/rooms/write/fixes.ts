/** What one press mends: what the service says would, in words. */
import type { Account } from '../../api/types.ts'
import { platformName } from '../../ui/platform-mark.tsx'
import { words } from '../../words/write.ts'
import type { Composition, Target } from '../../writing/composition.ts'
import { type Fix, patched, type Problem } from '../../writing/patch.ts'
import { mendable, patchedAll } from '../../writing/patch-all.ts'

export interface Mend {
  key: string
  label: string
  run: () => void
}

export interface Doing {
  composition: Composition
  chosen: readonly Account[]
  /** Cuts it into parts that can be seen and changed. */
  split: () => void
  /** `shown`: the version that is looked at then; `said`: what is told of it, beside the way back. */
  change: (changes: Partial<Composition>, shown: Target | undefined, said: string) => void
}

/** Of one problem. What is mended is what is written when it is pressed. */
export function mendsOf({ fixes = [], ...problem }: Problem, doing: () => Doing): Mend[] {
  const name = problem.platform === undefined ? '' : platformName(problem.platform)
  return fixes.flatMap((fix) => {
    const label = labels[fix.action]?.(name, problem.field, fix, doing().composition)
    return label === undefined
      ? []
      : [{ key: `${fix.action} ${problem.field} ${name}`, label, run: () => run(fix, doing()) }]
  })
}

function run(fix: Fix, doing: Doing) {
  if (fix.action === 'split') return doing.split()
  const { changes, shown } = patched(doing.composition, fix, doing.chosen)
  return doing.change(changes, shown, words.write.fixed(1))
}

/** What mends several at once, and takes them back at once; undefined where there are no two that ask nothing. */
export function mendOfAll(
  problems: readonly Problem[],
  doing: () => Doing,
): Omit<Mend, 'key'> | undefined {
  const fixes = mendable(problems, (action) => labels[action] !== undefined)
  if (fixes.length < 2) return undefined
  return {
    label: words.write.fixAll(fixes.length, problems.length),
    run: () => {
      const { composition, chosen, change } = doing()
      const { changes, shown } = patchedAll(composition, fixes, chosen)
      change(changes, shown, words.write.fixed(fixes.length))
    },
  }
}

type Said = (name: string, field: string, fix: Fix, composition: Composition) => string | undefined

const labels: Readonly<Record<string, Said>> = {
  shorten: (name, field) => {
    const part = /^thread\.(\d+)\./.exec(field)
    if (part) return words.thread.shorten(Number(part[1]) + 2, name)
    return field === 'first_comment' ? words.write.shortenComment : words.write.shorten(name)
  },
  split: () => words.thread.split,
  join: (name) => words.thread.joinFor(name),
  remove_media: (_, __, { patch }, composition) => {
    const { files = [] } = patched(composition, { action: 'remove_media', patch }, []).changes
    const gone = composition.files.filter(({ key }) => !files.some((each) => each.key === key))
    return gone.length === 1
      ? words.write.removeFile(gone[0]?.name ?? '')
      : words.write.removeFiles(gone.length)
  },
  remove_account: (name) => words.write.leaveOut(name),
  remove_option: () => words.write.removeOption,
}
