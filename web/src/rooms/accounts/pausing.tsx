/** Holding what is on schedule, of one account or of all, and letting it go again. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Paused, pausedQuery } from '../../api/publishing.ts'
import type { Account } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { calledOf } from '../../ui/called.ts'
import { Dialog, FormEnd } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Late, wayOf } from '../../ui/late.tsx'
import { Notice } from '../../ui/notice.tsx'
import { rich } from '../../ui/rich.tsx'
import { useSay } from '../../ui/said.tsx'
import { Ago } from '../../ui/time.tsx'
import { words } from '../../words/accounts.ts'
import { common } from '../../words/common.ts'

/** Of the whole workspace, when there is no account. */
export interface Whose {
  account?: Pick<Account, 'id' | 'name' | 'username'>
}

export function usePausedAccounts(): ReadonlyMap<number, Paused['accounts'][number]> {
  const { data } = useQuery(pausedQuery(useHere()))
  return new Map(data?.accounts.map((each) => [each.id, each]))
}

/** What stands above the accounts while everything is held. */
export function WholePaused() {
  const here = useHere()
  const { data } = useQuery(pausedQuery(here))
  const [resuming, setResuming] = useState(false)
  if (!data?.workspace) return null
  const { since, reason } = data.workspace
  return (
    <Notice kind="warn">
      <p>
        {rich(common.paused.since, { time: <Ago at={since} /> })} {words.pausing.all}
      </p>
      {reason !== null && <p dir="auto">{common.paused.reason(reason)}</p>}
      <p>{words.pausing.counts(data.waiting, data.late)}</p>
      {data.under_way > 0 && <p>{words.pausing.underWay(data.under_way)}</p>}
      {here.publishes && (
        <Button small look="primary" className="mt-3" onClick={() => setResuming(true)}>
          {words.pausing.resumeAll}
        </Button>
      )}
      {resuming && <Resume onClose={() => setResuming(false)} />}
    </Notice>
  )
}

export function Pause({ account, onClose }: Whose & { onClose: () => void }) {
  const { crier } = useHere()
  const settle = useSettled(onClose)
  const form = useForm(
    ({ reason = '' }) =>
      crier.pausePublishing({
        ...(account && { account_ids: [account.id] }),
        ...(reason.trim() && { reason: reason.trim() }),
      }),
    (now) => settle(now, words.pausing.paused(now.waiting)),
  )
  const title = account ? words.pausing.pauseOne(calledOf(account)) : words.pausing.pauseAll
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{account ? words.pausing.pauseOneText : words.pausing.pauseAllText}</p>
      <Form form={form} label={title}>
        <TextField
          name="reason"
          label={words.pausing.why}
          hint={words.pausing.whyHint}
          maxLength={500}
        />
        <FormEnd action={common.act.pause} busy={form.busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

/** Asks what becomes of what is late, once there is something late. */
export function Resume({ account, onClose }: Whose & { onClose: () => void }) {
  const here = useHere()
  const { data } = useQuery(pausedQuery(here))
  const settle = useSettled(onClose)
  const form = useForm(
    ({ late }) => {
      const way = wayOf(late)
      return here.crier.resumePublishing({
        ...(account && { account_ids: [account.id] }),
        ...(way && { late: way }),
      })
    },
    (now) => settle(now, words.pausing.resumed(now.published, now.moved)),
  )
  const title = account ? words.pausing.resumeOne(calledOf(account)) : words.pausing.resumeAll
  const late = data?.late ?? 0
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} label={title}>
        {late > 0 ? <Late count={late} /> : <p>{words.pausing.noneLate}</p>}
        <FormEnd action={common.act.resume} busy={form.busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

function useSettled(onClose: () => void) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  return async (now: Paused, said: string) => {
    queries.setQueryData(pausedQuery(here).queryKey, now)
    onClose()
    say(said)
    await queries.invalidateQueries({ queryKey: [here.id, 'paused'] })
    await queries.invalidateQueries({ queryKey: [here.id, 'posts'] })
    await queries.invalidateQueries({ queryKey: [here.id, 'accounts'] })
  }
}
