// Texts about the connection to another program.
import type { DxpFault, DxpView } from '../../client/types'
import { m } from '../../i18n/messages'

export function dxpFaultText(fault: DxpFault): string {
  switch (fault.kind) {
    case 'noBoard':
      return m.dxp_fault_no_board()
    case 'badAddress':
      return m.dxp_fault_address({ address: fault.address })
    case 'noAnswer':
      return m.dxp_fault_no_answer({ address: fault.address })
    case 'noPort':
      return m.dxp_fault_no_port({ port: fault.port })
    case 'silent':
      return m.dxp_fault_silent()
    case 'otherVersion':
      return m.dxp_fault_version({ name: fault.name })
    case 'otherGame':
      return m.dxp_fault_other_game({ name: fault.name })
    case 'declined':
      return m.dxp_fault_declined({ name: fault.name })
    case 'gone':
      return m.dxp_fault_gone()
    case 'illegal':
      return m.dxp_fault_illegal({ move: fault.text })
    case 'nonsense':
      return m.dxp_fault_nonsense()
    case 'broken':
      return m.dxp_fault_broken()
    case 'notKept':
      return m.dxp_fault_not_kept()
    case 'noLevel':
      return m.dxp_fault_no_level()
  }
}

/** State of the connection while no game is in progress. */
export function dxpStateText({ state, ended }: Pick<DxpView, 'state' | 'ended'>): string {
  switch (state.kind) {
    case 'calling':
      return state.pause === null
        ? m.dxp_calling({ address: state.address })
        : m.dxp_calling_again({ address: state.address, calls: state.calls, seconds: state.pause })
    case 'waiting':
      return m.dxp_waiting({ address: state.address })
    case 'met':
      return m.dxp_met()
    case 'playing':
      return ended ? m.dxp_between() : ''
    case 'over':
      return m.dxp_over()
  }
}
