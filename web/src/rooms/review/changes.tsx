import type { Change } from '../post/goes-out.ts'

/** What is another than it was, word by word: added words are underlined, dropped ones struck out. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <dl className="grid gap-3">
      {changes.map(({ what, pieces }) => (
        <div key={what} className="grid gap-0.5">
          <dt className="text-sm font-medium">{what}</dt>
          <dd dir="auto" className="break-words whitespace-pre-wrap">
            {pieces.map(({ text, is }, index) => {
              if (is === 'same') return <span key={index}>{text}</span>
              const Mark = is === 'added' ? 'ins' : 'del'
              return (
                <Mark
                  key={index}
                  className={
                    is === 'added'
                      ? 'rounded-sm bg-good-soft text-good underline'
                      : 'rounded-sm bg-danger-soft text-danger line-through'
                  }
                >
                  {text}
                </Mark>
              )
            })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
