// The state of the library page, and its imports and exports.
import { singleton } from '../shell/singleton.svelte'
import { app } from '../shell/app.svelte'
import { work } from '../shell/work.svelte'
import { BookSession } from './book/book.svelte'
import { index } from './indexer'
import { LibrarySession } from './library.svelte'
import { Transfer } from './transfer.svelte'

export const librarySession = singleton(() => new LibrarySession(app.client))

export const bookSession = singleton(() => new BookSession(app.client))

export const transferSession = singleton(() => {
  const made = new Transfer(app.client, async () => {
    await librarySession().open()
    void index(app.client)
  })
  work.add(() => made.isBusy)
  return made
})
