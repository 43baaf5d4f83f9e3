import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, sentenceOf } from '../api/ask.ts'
import { meQuery, stateQuery } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { failed, useSay } from '../ui/said.tsx'
import { common } from '../words/common.ts'
import { rich } from '../ui/rich.tsx'

export function Unconfirmed({ email }: { email: string }) {
  const { data } = useQuery(stateQuery)
  const queries = useQueryClient()
  const say = useSay()
  const again = useMutation({
    mutationFn: () => ask<{ confirmed: boolean }>('POST', '/email/again'),
    async onSuccess({ confirmed }) {
      if (confirmed) await queries.invalidateQueries(meQuery)
      say(confirmed ? common.unconfirmed.confirmed : common.unconfirmed.another(email))
    },
    onError: (error) => say(sentenceOf(error), failed),
  })
  return (
    <Notice kind="warn">
      {common.unconfirmed.lead(email)}
      {data?.sandbox_url && (
        <>
          {' '}
          {rich(common.unconfirmed.sandbox, {
            link: (
              <a href={`${data.sandbox_url}/mailbox`} className="underline">
                {common.unconfirmed.mailbox}
              </a>
            ),
          })}
        </>
      )}
      <p className="mt-2">
        <Button small busy={again.isPending} onClick={() => again.mutate()}>
          {common.unconfirmed.again}
        </Button>
      </p>
    </Notice>
  )
}
