/** One tab writes a composition; another that opens it reads, until it takes over. */

const channel = new BroadcastChannel('crier-writing')
const PATIENCE = 500

interface Word {
  uuid: string
  says: 'give' | 'given'
}

export interface Owner {
  owns: () => boolean
  /** After the other tab has kept what it had. */
  takeOver: () => Promise<void>
  end: () => void
}

/** `keep` is called before another tab takes over, `changed` when it has. */
export async function own(
  uuid: string,
  keep: () => Promise<void>,
  changed: () => void,
): Promise<Owner> {
  let mine = false
  let end: () => void = () => {}
  const name = `crier-writing-${uuid}`

  function hold(options: LockOptions) {
    return new Promise<void>((settled) => {
      const over = new Promise<void>((resolve) => {
        end = resolve
      })
      navigator.locks
        .request(name, options, (lock) => {
          mine = lock !== null
          settled()
          return lock ? over : undefined
        })
        // Another tab took it.
        .catch(() => {
          mine = false
          changed()
          settled()
        })
    })
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data.uuid !== uuid || data.says !== 'give' || !mine) return
    void keep().then(() => channel.postMessage({ uuid, says: 'given' } satisfies Word))
  })
  await hold({ ifAvailable: true })
  return {
    owns: () => mine,
    end: () => end(),
    async takeOver() {
      await given(uuid)
      await hold({ steal: true })
    },
  }
}

function given(uuid: string) {
  return new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      channel.removeEventListener('message', hear)
      resolve()
    }
    const hear = ({ data }: MessageEvent<Word>) => {
      if (data.uuid === uuid && data.says === 'given') done()
    }
    // A tab that is frozen keeps nothing more anyway.
    const timer = setTimeout(done, PATIENCE)
    channel.addEventListener('message', hear)
    channel.postMessage({ uuid, says: 'give' } satisfies Word)
  })
}
