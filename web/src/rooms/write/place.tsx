/** Where a post is: a place is searched for by words on an account, shown by its name, and sent by its number. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Here, useHere } from '../../shell/here.ts'
import { Combobox, type Item } from '../../ui/combobox.tsx'
import { ofService } from '../../words/language.ts'
import { optionLabels, places as words } from '../../words/options.ts'
import type { Sentence } from '../../writing/patch.ts'
import { Wrong } from './option-field.tsx'

/** The option by platform. */
export const placeOptions: Readonly<Record<string, string>> = {
  facebook: 'place',
  instagram: 'location_id',
  threads: 'location_id',
}

/** Platforms count searches: none for each letter. */
const TYPED = 500
const FEWEST = 2

/** Places by words, where posts of this account may name one. */
const placesQuery = ({ id, crier }: Here, account_id: number, place: string) =>
  queryOptions({
    queryKey: [id, 'accounts', account_id, 'places', place],
    staleTime: 5 * 60_000,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => crier.getAccountChoices({ id: account_id, place }, { signal }),
  })

export function Place({
  account_id,
  path,
  value,
  onValue,
  problem,
}: {
  account_id: number
  /** `threads.location_id`. */
  path: string
  value: unknown
  onValue: (value: unknown) => void
  problem: Sentence | undefined
}) {
  const here = useHere()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [chosen, setChosen] = useState<Item>()
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), TYPED)
    return () => clearTimeout(timer)
  }, [typed])
  const wanted = asked.length >= FEWEST && !isNumber(asked)
  const { data, error, isFetching } = useQuery({
    ...placesQuery(here, account_id, asked),
    enabled: wanted,
  })
  const found = wanted ? Object.values(data?.options ?? {}).flat() : []
  const items = found.map(({ value: number, name, note }) => ({
    value: number,
    label: name,
    ...(note !== undefined && { hint: note }),
  }))
  const said = typed.trim()
  const others = [isNumber(said) ? said : undefined, value].flatMap((number): Item[] => {
    if (typeof number !== 'string' || items.some((item) => item.value === number)) return []
    return [chosen?.value === number ? chosen : { value: number, label: number }]
  })
  const all = [...others, ...items].filter(
    (item, at, list) => list.findIndex((one) => one.value === item.value) === at,
  )
  const refused = wanted && error ? { text: error.message, ...ofService } : undefined
  const wrong = problem ?? refused
  return (
    <div data-place={`platform_options.${path}`} className="grid min-w-0 gap-1.5">
      <Combobox
        label={optionLabels[path] ?? path}
        items={all}
        value={typeof value === 'string' ? value : undefined}
        onValue={(number) => {
          setChosen(all.find((item) => item.value === number))
          onValue(number)
        }}
        onTyped={setTyped}
        placeholder={words.search}
        empty={said.length < FEWEST ? words.more : isFetching ? words.searching : words.none}
      />
      {wrong !== undefined && <Wrong {...wrong} />}
    </div>
  )
}

/** Whoever knows it by heart may say it. */
const isNumber = (text: string) => /^\d{5,20}$/.test(text)
