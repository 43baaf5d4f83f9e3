/** Named queues: times of the week of their own, who they take posts of, and holding what stands in them. */
import { CrierError } from '@crier/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { accountsQuery, type Queue, queuesQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { AccountChoice } from '../../ui/account-choice.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm, Dialog, FormEnd } from '../../ui/dialog.tsx'
import { TextField, useFieldErrors } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { KeptForm } from '../../ui/kept-form.tsx'
import { useKeptWords } from '../../ui/kept-words.tsx'
import { Late, wayOf } from '../../ui/late.tsx'
import { Rows, Section } from '../../ui/page.tsx'
import { rich } from '../../ui/rich.tsx'
import { failed, type Manner, useSay } from '../../ui/said.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Ago, At } from '../../ui/time.tsx'
import { type WeekTime, WeekTimes } from '../../ui/week-times.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/settings.ts'
import { QueueOrder } from './queue-order.tsx'

type Open = { what: 'change' | 'delete' | 'resume' | 'order'; queue: Queue } | { what: 'new' }

export function Queues() {
  const here = useHere()
  const query = useQuery(queuesQuery(here))
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const settle = useSettled(close)
  const add = here.publishes && (
    <Button icon="plus" onClick={() => setOpen({ what: 'new' })}>
      {words.queues.add}
    </Button>
  )
  return (
    <Section
      title={words.queues.title}
      lead={words.queues.lead}
      actions={query.data?.length ? add : null}
    >
      <Loaded query={query} what={words.queues.what} rows={1}>
        {(all) =>
          all.length ? (
            <Rows label={words.queues.title}>
              {all.map((queue) => (
                <Row key={queue.id} queue={queue} open={setOpen} />
              ))}
            </Rows>
          ) : (
            <Empty icon="clock" title={words.queues.none} action={add}>
              {words.queues.noneText}
            </Empty>
          )
        }
      </Loaded>
      {open?.what === 'new' && <Edit onClose={close} reopen={() => setOpen(open)} />}
      {open?.what === 'change' && (
        <Edit queue={open.queue} onClose={close} reopen={() => setOpen(open)} />
      )}
      {open?.what === 'order' && <QueueOrder queue={open.queue} settle={settle} onClose={close} />}
      {open?.what === 'resume' && <Resume queue={open.queue} onClose={close} />}
      {open?.what === 'delete' && (
        <Confirm
          title={words.queues.removeTitle(open.queue.name)}
          action={common.act.delete}
          run={async () => {
            await here.crier.deleteQueue({ id: open.queue.id })
            await settle(words.queues.removed(open.queue.name))
          }}
          onClose={close}
        >
          <p>{words.queues.removeText}</p>
        </Confirm>
      )}
    </Section>
  )
}

function Row({ queue, open }: { queue: Queue; open: (open: Open) => void }) {
  const { name, times, account_ids, any_account, waiting, next_slot, paused_since } = queue
  const here = useHere()
  const settle = useSettled()
  const say = useSay()
  async function pause() {
    try {
      await here.crier.updateQueue({ id: queue.id, paused: true })
      await settle(words.queues.isPaused(name))
    } catch (error) {
      say(sentenceOf(error), failed)
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-muted">
          {words.queues.perWeek(times.length)}
          {' · '}
          {any_account ? words.queues.anyAccount : words.queues.ofAccounts(account_ids.length)}
          {' · '}
          {words.queues.waiting(waiting)}
        </p>
        <p className="text-sm text-muted">
          {paused_since !== null
            ? rich(words.queues.paused, { time: <Ago at={paused_since} /> })
            : next_slot !== null &&
              rich(words.queues.next, {
                time: <At at={next_slot} workspaceZone={here.workspace.timezone} />,
              })}
        </p>
      </div>
      {here.publishes && (
        <div className="flex flex-wrap gap-2">
          {waiting > 1 && (
            <Button
              small
              look="quiet"
              aria-label={words.queues.orderNamed(name)}
              onClick={() => open({ what: 'order', queue })}
            >
              {words.queues.order}
            </Button>
          )}
          {paused_since === null ? (
            <Button
              small
              look="quiet"
              aria-label={words.queues.pauseNamed(name)}
              onClick={() => void pause()}
            >
              {common.act.pause}
            </Button>
          ) : (
            <Button
              small
              look="primary"
              aria-label={words.queues.resumeNamed(name)}
              onClick={() => open({ what: 'resume', queue })}
            >
              {common.act.resume}
            </Button>
          )}
          <Button
            small
            look="quiet"
            aria-label={words.queues.changeNamed(name)}
            onClick={() => open({ what: 'change', queue })}
          >
            {common.act.change}
          </Button>
          <Button
            small
            look="quiet"
            aria-label={words.queues.removeNamed(name)}
            onClick={() => open({ what: 'delete', queue })}
          >
            {common.act.delete}
          </Button>
        </div>
      )}
    </li>
  )
}

function Edit({
  queue,
  onClose,
  reopen,
}: {
  queue?: Queue
  onClose: () => void
  reopen: () => void
}) {
  const here = useHere()
  const { data: accounts = [] } = useQuery(accountsQuery(here))
  const settle = useSettled(onClose)
  const first: { times: readonly WeekTime[]; account_ids: readonly number[] } = {
    times: queue?.times ?? [],
    account_ids: queue?.account_ids ?? [],
  }
  const kept = useKeptWords(`${here.id}.queue.${queue?.id ?? 'new'}`, { onClose, reopen }, first)
  const { times, account_ids } = kept.choice
  const base = queue ? JSON.stringify([queue.name, queue.jitter, first]) : ''
  const form = useForm(
    ({ name = '', jitter = '' }) => {
      const fields = {
        name,
        times: [...times],
        account_ids: [...account_ids],
        jitter: jitter === '' ? 0 : Number(jitter),
      }
      return queue
        ? here.crier.updateQueue({ id: queue.id, ...fields })
        : here.crier.createQueue(fields)
    },
    async ({ name }) => {
      kept.sent()
      await settle(words.queues.saved(name))
    },
  )
  const title = queue ? words.queues.changeNamed(queue.name) : words.queues.add
  return (
    <Dialog title={title} onClose={kept.close}>
      <KeptForm
        kept={kept}
        base={base}
        form={form}
        label={title}
        again={queue ? common.typed.asSaved : common.typed.anew}
      >
        <TextField
          name="name"
          label={common.thing.name}
          hint={words.queues.nameHint}
          required
          defaultValue={queue?.name ?? ''}
        />
        <Times times={times} setTimes={(next) => kept.choose({ times: next, account_ids })} />
        <AccountChoice
          legend={words.queues.accounts}
          hint={words.queues.accountsHint}
          accounts={accounts}
          chosen={account_ids}
          setChosen={(next) => kept.choose({ times, account_ids: next })}
        />
        <TextField
          name="jitter"
          type="number"
          min={0}
          max={30}
          label={words.queues.jitter}
          hint={words.queues.jitterHint}
          defaultValue={queue?.jitter ?? 0}
        />
        <Button type="submit" look="primary" busy={form.busy} className="justify-self-end">
          {common.act.save}
        </Button>
      </KeptForm>
    </Dialog>
  )
}

function Times({
  times,
  setTimes,
}: {
  times: readonly WeekTime[]
  setTimes: (times: readonly WeekTime[]) => void
}) {
  const here = useHere()
  const { texts, wiring } = useFieldErrors('times')
  return (
    <div className="grid gap-2" {...wiring}>
      {/* What is wrong with them is told here, and not above the form. */}
      <input type="hidden" name="times" />
      <p className="text-sm font-medium">{words.queues.times}</p>
      <p className="text-sm text-muted">{words.queues.timesHint(here.workspace.timezone)}</p>
      {texts}
      <WeekTimes
        times={times}
        add={(more) => setTimes([...times, ...more])}
        remove={({ weekday, time }) =>
          setTimes(times.filter((each) => each.weekday !== weekday || each.time !== time))
        }
      />
    </div>
  )
}

/** Asks what becomes of what is late where something is. */
function Resume({ queue: { id, name }, onClose }: { queue: Queue; onClose: () => void }) {
  const here = useHere()
  const settle = useSettled(onClose)
  const [asks, setAsks] = useState(false)
  const form = useForm(
    async ({ late }) => {
      const way = wayOf(late)
      try {
        return await here.crier.updateQueue({ id, paused: false, ...(way && { late: way }) })
      } catch (error) {
        // Nobody was asked yet.
        const isLate = error instanceof CrierError && error.errors['late'] !== undefined
        if (asks || !isLate) throw error
        setAsks(true)
        return undefined
      }
    },
    async (resumed) => resumed && settle(words.queues.goesOn(name)),
  )
  const title = words.queues.resumeNamed(name)
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} label={title}>
        {asks && <Late />}
        <FormEnd action={common.act.resume} busy={form.busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

function useSettled(close?: () => void) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  return async (said: string, manner?: Manner) => {
    close?.()
    say(said, manner)
    await queries.invalidateQueries({ queryKey: [here.id, 'schedule'] })
    await queries.invalidateQueries({ queryKey: [here.id, 'posts'] })
  }
}
