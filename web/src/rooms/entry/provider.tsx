import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { stateQuery } from '../../api/queries.ts'
import { OutLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { words } from '../../words/entry.ts'

/** The way to the provider that people sign in by, where there is one. `or`: a form follows. */
export function ByProvider({
  return_to,
  invitation,
  or = false,
}: {
  return_to?: string | undefined
  invitation?: string | undefined
  or?: boolean
}) {
  const { data: state } = useQuery(stateQuery)
  if (!state?.oidc) return null
  const query = new URLSearchParams({
    ...(return_to !== undefined && { return_to }),
    ...(invitation !== undefined && { invitation }),
  })
  return (
    <>
      <OutLink look="primary" href={`/sign-in/oidc${query.size ? `?${query.toString()}` : ''}`}>
        {words.signIn.by(state.oidc.name)}
      </OutLink>
      {or && <p className="text-center text-sm text-muted">{words.signIn.or}</p>}
    </>
  )
}

const problems: Readonly<Partial<Record<string, (name: string) => string>>> = words.signIn.problems

/** Why somebody comes back from there who is not in. The address says one of our words, and nothing of its own. */
export function ProviderProblem() {
  const { problem = '' } = useSearch({ from: '/entry/sign-in' })
  const { data: state } = useQuery(stateQuery)
  const sentence = Object.hasOwn(problems, problem) ? problems[problem] : undefined
  if (!sentence || !state?.oidc) return null
  return <Notice kind="danger">{sentence(state.oidc.name)}</Notice>
}
