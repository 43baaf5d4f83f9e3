/** Tables of other programs: their names for columns, their dates, their addresses of files. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doubtful, orderOf, timeOf } from '../../web/src/rooms/import/dates.ts'
import { addressesOf, prepared, timesOf } from '../../web/src/rooms/import/prepare.ts'
import { guess, readTable, writeTable } from '../../web/src/rooms/import/table.ts'

test('the columns of tables that other programs take are known', () => {
  assert.deepEqual(guess(['Text', 'Image URL', 'Tags', 'Posting Time']), [
    'content',
    'media_urls',
    'labels',
    'scheduled_at',
  ])
  assert.deepEqual(guess(['Date', 'Message', 'Link']), ['scheduled_at', 'content', 'link'])
  assert.deepEqual(guess(['postAtSpecificTime', 'content', 'link', 'imageUrls', 'gifUrl']), [
    'scheduled_at',
    'content',
    'link',
    'media_urls',
    '',
  ])
})

test('a date is what the column says, and is asked for where it may be two', () => {
  const day = ['03/04/2027 09:30', '13/04/2027 09:30']
  const month = ['03/04/2027 9:30 AM', '04/13/2027 1:05 PM']
  assert.equal(orderOf(day), 'day first')
  assert.equal(orderOf(month), 'month first')
  assert.equal(orderOf(['3.4.2027 9:30']), 'day first')
  assert.equal(doubtful(['', '03/04/2027 09:30', '2027-04-03 09:30']), '03/04/2027 09:30')
  assert.equal(doubtful(day), undefined)
  // Of both kinds: nobody knows, so it is asked.
  assert.equal(orderOf([...day, ...month]), undefined)
  assert.equal(doubtful(['2027-04-03 09:30', 'tomorrow']), undefined)
})

test('times of all kinds become one, and what is none stays for the service to refuse', () => {
  const cases = [
    ['03/04/2027 09:30', 'day first', '2027-04-03T09:30'],
    ['03/04/2027 09:30', 'month first', '2027-03-04T09:30'],
    ['3.4.2027 9:30', 'month first', '2027-04-03T09:30'],
    ['2027/4/3 9:30:00', 'day first', '2027-04-03T09:30'],
    ['04/13/2027 12:05 AM', 'month first', '2027-04-13T00:05'],
    ['04/13/2027, 12:05 p.m.', 'month first', '2027-04-13T12:05'],
    ['2027-04-03 09:30', 'day first', '2027-04-03 09:30'],
    ['04/13/2027 13:05 PM', 'month first', '04/13/2027 13:05 PM'],
    ['04/13/2027', 'month first', '04/13/2027'],
    ['next_slot', 'day first', 'next_slot'],
    ['', 'day first', ''],
  ] as const
  for (const [cell, order, time] of cases) assert.equal(timeOf(cell, order), time, cell)
})

test('addresses become files, links stand below texts, and all rows go to the chosen accounts', () => {
  const table = readTable(
    'Text,Image URL,Link,Posting Time\n' +
      'One,https://a.example/1.png,https://a.example/,3/4/2027 9:30\n' +
      '\n' +
      'Two https://b.example/,"https://a.example/1.png, https://a.example/2.png",https://b.example/,3/4/2027 9:45\n' +
      ',https://a.example/gone.png,https://c.example/,\n',
  )
  const mapping = guess(table.head)
  assert.deepEqual(addressesOf(table, mapping), [
    'https://a.example/1.png',
    'https://a.example/2.png',
    'https://a.example/gone.png',
  ])
  const files = new Map([
    ['https://a.example/1.png', 11],
    ['https://a.example/2.png', 12],
  ])
  const ready = prepared(table, mapping, { accounts: [3, 4], order: 'month first', files })
  const written = readTable(writeTable(ready.table, ready.mapping))
  assert.deepEqual(written.head, ['content', 'scheduled_at', 'media_ids', 'social_account_ids'])
  assert.deepEqual(written.rows, [
    ['One\n\nhttps://a.example/', '2027-03-04T09:30', '11', '3 4'],
    ['', '', '', ''],
    ['Two https://b.example/', '2027-03-04T09:45', '11 12', '3 4'],
    ['https://c.example/', '', 'https://a.example/gone.png', '3 4'],
  ])
})

test('times are asked about in whichever column they stand', () => {
  const table = readTable(
    'content,when,scheduled_at\nOne,03/04/2027 9:30,\nTwo,,2027-04-03 10:00\n',
  )
  const times = timesOf(table, guess(table.head))
  assert.equal(doubtful(times), '03/04/2027 9:30')
})

test('what the table says of accounts and files stays', () => {
  const table = readTable(
    'content,accounts,media_ids,image\nHello,x:ada,7,https://a.example/1.png\n',
  )
  const ready = prepared(table, guess(table.head), {
    accounts: [3],
    order: 'day first',
    files: new Map([['https://a.example/1.png', 11]]),
  })
  const written = readTable(writeTable(ready.table, ready.mapping))
  assert.deepEqual(written.head, ['content', 'social_account_ids', 'media_ids'])
  assert.deepEqual(written.rows, [['Hello', 'x:ada', '7 11']])
})

test('a date and a time of day become a time, in whatever order they stand', () => {
  const table = readTable(
    'Time,Text,Date,Accounts\n9:30,One,2027-04-03,x\n5:15 pm,Two,28/04/2027,x\n,Three,,x\n',
  )
  const mapping = guess(table.head)
  assert.deepEqual(mapping, ['clock', 'content', 'scheduled_at', 'social_account_ids'])
  const ready = prepared(table, mapping, { accounts: [], order: 'day first', files: new Map() })
  const { head, rows } = readTable(writeTable(ready.table, ready.mapping))
  assert.deepEqual(head, ['content', 'scheduled_at', 'social_account_ids'])
  assert.deepEqual(
    rows.map(([, time]) => time),
    ['2027-04-03 09:30', '2027-04-28T17:15', ''],
  )
  assert.deepEqual(guess(['Datum', 'Uhrzeit', 'Text']), ['scheduled_at', 'clock', 'content'])
  assert.deepEqual(guess(['Time', 'Text']), ['scheduled_at', 'content'])
})
