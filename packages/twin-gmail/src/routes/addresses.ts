import {
  createDelegate,
  createForwardingAddress,
  deleteDelegate,
  deleteForwardingAddress,
  getDelegate,
  getForwardingAddress,
  listDelegates,
  listForwardingAddresses,
} from '../actions/forwarding.ts';
import {
  createSendAs,
  deleteSendAs,
  getSendAs,
  listSendAs,
  type SendAsInput,
  updateSendAs,
  verifySendAs,
} from '../actions/send-as.ts';
import { renderSendAs } from '../render/settings.ts';
import { nothing, operation } from './operation.ts';

/** Credentials of an alias's relay are taken, never kept or shown. */
const secrets = ['password'];

const sendAs = [
  operation('gmail.users.settings.sendAs.list', {
    mutates: false,
    action: 'list_send_as',
    handle: ({ world }) => ({ sendAs: listSendAs(world).map(renderSendAs) }),
  }),
  operation('gmail.users.settings.sendAs.get', {
    mutates: false,
    action: 'get_send_as',
    handle: ({ world }, { params }) => renderSendAs(getSendAs(world, params.sendAsEmail ?? '')),
  }),
  operation<object, SendAsInput>('gmail.users.settings.sendAs.create', {
    mutates: true,
    action: 'create_send_as',
    secrets,
    handle: ({ world }, { body }) => renderSendAs(createSendAs(world, body)),
  }),
  operation<object, SendAsInput>('gmail.users.settings.sendAs.update', {
    mutates: true,
    action: 'update_send_as',
    secrets,
    handle: ({ world }, { params, body }) => renderSendAs(updateSendAs(world, params.sendAsEmail ?? '', body, true)),
  }),
  operation<object, SendAsInput>('gmail.users.settings.sendAs.patch', {
    mutates: true,
    action: 'patch_send_as',
    secrets,
    handle: ({ world }, { params, body }) => renderSendAs(updateSendAs(world, params.sendAsEmail ?? '', body, false)),
  }),
  operation('gmail.users.settings.sendAs.delete', {
    mutates: true,
    action: 'delete_send_as',
    handle: ({ world }, { params }) => nothing(deleteSendAs(world, params.sendAsEmail ?? '')),
  }),
  operation('gmail.users.settings.sendAs.verify', {
    mutates: false,
    action: 'verify_send_as',
    handle: ({ world }, { params }) => nothing(verifySendAs(world, params.sendAsEmail ?? '')),
  }),
];

const forwarding = [
  operation('gmail.users.settings.forwardingAddresses.list', {
    mutates: false,
    action: 'list_forwarding_addresses',
    handle: ({ world }) => ({ forwardingAddresses: listForwardingAddresses(world) }),
  }),
  operation('gmail.users.settings.forwardingAddresses.get', {
    mutates: false,
    action: 'get_forwarding_address',
    handle: ({ world }, { params }) => getForwardingAddress(world, params.forwardingEmail ?? ''),
  }),
  operation<object, { forwardingEmail?: string }>('gmail.users.settings.forwardingAddresses.create', {
    mutates: true,
    action: 'create_forwarding_address',
    handle: ({ world }, { body }) => createForwardingAddress(world, body.forwardingEmail),
  }),
  operation('gmail.users.settings.forwardingAddresses.delete', {
    mutates: true,
    action: 'delete_forwarding_address',
    handle: ({ world }, { params }) => nothing(deleteForwardingAddress(world, params.forwardingEmail ?? '')),
  }),
];

const delegates = [
  operation('gmail.users.settings.delegates.list', {
    mutates: false,
    action: 'list_delegates',
    // Reference of `ListDelegatesResponse`: without delegates the field doesn't appear.
    handle: ({ world }) => (world.delegates.size > 0 ? { delegates: listDelegates(world) } : {}),
  }),
  operation('gmail.users.settings.delegates.get', {
    mutates: false,
    action: 'get_delegate',
    handle: ({ world }, { params }) => getDelegate(world, params.delegateEmail ?? ''),
  }),
  operation<object, { delegateEmail?: string }>('gmail.users.settings.delegates.create', {
    mutates: true,
    action: 'create_delegate',
    handle: ({ world }, { body }) => createDelegate(world, body.delegateEmail),
  }),
  operation('gmail.users.settings.delegates.delete', {
    mutates: true,
    action: 'delete_delegate',
    handle: ({ world }, { params }) => nothing(deleteDelegate(world, params.delegateEmail ?? '')),
  }),
];

export const addressOperations = [...sendAs, ...forwarding, ...delegates];
