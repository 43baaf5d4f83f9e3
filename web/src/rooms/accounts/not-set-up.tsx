import { useQuery } from '@tanstack/react-query'
import { administersQuery } from '../../api/queries.ts'
import type { Lacking } from '../../api/types.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Rows, Section } from '../../ui/page.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { words } from '../../words/accounts.ts'

/** What could be connected too, and what it takes: settings are the business of whoever runs the instance. */
export function NotSetUp({ lacking }: { lacking: readonly Lacking[] }) {
  const { data } = useQuery(administersQuery)
  if (!lacking.length) return null
  const title = words.notSetUp.title
  return (
    <Section title={title} lead={data?.administers ? words.notSetUp.ownLead : words.notSetUp.lead}>
      <Rows label={title}>
        {lacking.map(({ platform, name, missing, needs }) => (
          <li key={platform} className="grid gap-3 p-4 sm:px-5">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
              <PlatformMark platform={platform} className="size-10" />
              <p className="min-w-0 flex-1 basis-52 font-semibold">{name}</p>
              {data?.administers && (
                <LinkButton small to="/accounts/set-up/$platform" params={{ platform }}>
                  {words.notSetUp.setUp(name)}
                </LinkButton>
              )}
            </div>
            <details className="text-sm">
              <summary className="text-muted">{words.notSetUp.asks(name)}</summary>
              <ul className="mt-2 grid list-disc gap-1 ps-5">
                {needs.map((need) => (
                  <li key={need}>{need}</li>
                ))}
              </ul>
              <p className="mt-2 text-muted">
                {words.notSetUp.missing}{' '}
                {missing.map((variable, index) => (
                  <span key={variable}>
                    {index > 0 && ', '}
                    <code className="wrap-anywhere">{variable}</code>
                  </span>
                ))}
              </p>
            </details>
          </li>
        ))}
      </Rows>
    </Section>
  )
}
