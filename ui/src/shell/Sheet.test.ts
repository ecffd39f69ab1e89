import { createRawSnippet, mount, unmount } from 'svelte'
import { expect, test, vi } from 'vitest'
import Sheet from './Sheet.svelte'

test('A sheet that is gone no longer closes what stands in its place', async () => {
  HTMLDialogElement.prototype.showModal = () => undefined
  const onclose = vi.fn<() => void>()
  const children = createRawSnippet(() => ({ render: () => '<p></p>' }))
  const sheet = mount(Sheet, { target: document.body, props: { title: 'Keys', onclose, children } })
  const dialog = document.querySelector('dialog')
  dialog?.dispatchEvent(new Event('close'))
  expect(onclose).toHaveBeenCalledOnce()
  await unmount(sheet)
  dialog?.dispatchEvent(new Event('close'))
  expect(onclose).toHaveBeenCalledOnce()
})
