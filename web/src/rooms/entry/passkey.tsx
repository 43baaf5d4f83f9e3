import { CrierError } from '@crier/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { hasPasskeys, offersInField, signInByPasskey, stopOffering } from '../../api/passkeys.ts'
import { stateQuery } from '../../api/queries.ts'
import type { Person } from '../../api/types.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { words } from '../../words/entry.ts'

interface Entering {
  entered: (person: Person) => void | Promise<void>
  /** There is a field for the address, where the browser offers passkeys too. */
  field?: boolean
}

/** What is signed is good for five minutes. */
const AGAIN = 4 * 60_000

/** By a passkey, where this service and this browser know them. */
export function ByPasskey(props: Entering) {
  const { data: state } = useQuery(stateQuery)
  return hasPasskeys(state?.passkeys) ? <Offered {...props} /> : null
}

function Offered({ entered, field = false }: Entering) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [round, setRound] = useState(0)
  const asked = useRef(false)

  useEffect(() => {
    if (!field) return
    let over = false
    async function offer() {
      if (!(await offersInField()) || over) return
      try {
        const found = await signInByPasskey({ inField: true, isOver: () => over || asked.current })
        if (found && !over) await entered(found.person)
      } catch (error) {
        // Nobody asked for it: that it cannot be offered is no news. That one was refused is.
        if (over || !(error instanceof CrierError) || error.status !== 401) return
        setProblem(sentenceOf(error))
        setRound((before) => before + 1)
      }
    }
    void offer()
    // Not while the browser asks: that would end with what was offered before.
    const timer = setTimeout(() => !asked.current && setRound((before) => before + 1), AGAIN)
    return () => {
      over = true
      clearTimeout(timer)
      void stopOffering()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- what follows is told at the time.
  }, [field, round])

  async function go() {
    asked.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      const found = await signInByPasskey()
      if (found) return await entered(found.person)
      setProblem(words.passkey.nothing)
    } catch (error) {
      setProblem(sentenceOf(error))
    }
    asked.current = false
    setBusy(false)
    setRound((before) => before + 1)
  }

  return (
    <div className="grid gap-3">
      <Button busy={busy} onClick={() => void go()}>
        {words.passkey.signIn}
      </Button>
      <div role="status">{problem !== undefined && <Notice kind="danger">{problem}</Notice>}</div>
    </div>
  )
}
