import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, sentenceOf } from '../api/ask.ts'
import { meQuery, stateQuery } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { failed, useSay } from '../ui/said.tsx'
import { common } from '../words/common.ts'
import { rich } from '../ui/rich.tsx'
import { Bar } from './bars.tsx'

/** Above the room, which begins below it: it covers nothing and scrolls away. */
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
    <div role="note" className="-mx-4 -mt-6 mb-6 sm:-mx-8 lg:-mt-10">
      <Bar
        icon="warning"
        text={
          <>
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
          </>
        }
      >
        <Button
          small
          className="whitespace-nowrap"
          busy={again.isPending}
          onClick={() => again.mutate()}
        >
          {common.unconfirmed.again}
        </Button>
      </Bar>
    </div>
  )
}
