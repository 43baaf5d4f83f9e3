import { useSearch } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { Button } from '../../ui/button.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { useEnter } from './enter.ts'
import { Heading } from './heading.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/entry.ts'

/** The link of the command line, by a click: it is good once, and programs look behind links by themselves. */
export function ByLink({ token }: { token: string }) {
  const search = useSearch({ from: '/entry/sign-in' })
  const enter = useEnter()
  const form = useForm(
    () => ask('POST', '/sign-in/link', { token }),
    () => enter(search['return_to']),
  )
  return (
    <>
      <Heading title={common.act.signIn} lead={words.signIn.byLink} />
      <Form form={form} label={common.act.signIn}>
        <Button type="submit" look="primary" busy={form.busy}>
          {common.act.signIn}
        </Button>
      </Form>
    </>
  )
}
