import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGmail } from './served.ts';

const me = { userId: 'me' };
let twin: Served;
beforeEach(async () => {
  twin = await serveGmail({
    emailAddress: 'ada@example.com',
    displayName: 'Ada',
    labels: ['Work'],
    forwardingAddresses: [
      { forwardingEmail: 'home@example.net' },
      { forwardingEmail: 'new@example.net', verificationStatus: 'pending' },
    ],
  });
});
afterEach(() => twin.close());

describe('settings of which there is one each', () => {
  test('begin as those of a new account', async () => {
    const { settings } = twin.users;
    expect((await settings.getImap(me)).data).toEqual({
      enabled: true,
      autoExpunge: true,
      expungeBehavior: 'archive',
      maxFolderSize: 0,
    });
    expect((await settings.getPop(me)).data).toEqual({ accessWindow: 'disabled', disposition: 'leaveInInbox' });
    expect((await settings.getLanguage(me)).data).toEqual({ displayLanguage: 'en' });
    expect((await settings.getAutoForwarding(me)).data).toEqual({ enabled: false });
    expect((await settings.getVacation(me)).data).toMatchObject({ enableAutoReply: false });
  });

  test('keep what they are set to', async () => {
    const { settings } = twin.users;
    const vacation = { enableAutoReply: true, responseSubject: 'Away', startTime: '1767225600000', endTime: '1767312000000' };
    expect((await settings.updateVacation({ ...me, requestBody: vacation })).data).toMatchObject(vacation);
    expect((await settings.getVacation(me)).data).toMatchObject(vacation);
    const requestBody = { enabled: true, emailAddress: 'home@example.net', disposition: 'archive' };
    await settings.updateAutoForwarding({ ...me, requestBody });
    expect((await settings.getAutoForwarding(me)).data).toEqual(requestBody);
    await settings.updateImap({ ...me, requestBody: { enabled: false, maxFolderSize: 2000 } });
    await settings.updatePop({ ...me, requestBody: { accessWindow: 'allMail', disposition: 'archive' } });
    await settings.updateLanguage({ ...me, requestBody: { displayLanguage: 'pt-BR' } });
    expect((await settings.getLanguage(me)).data.displayLanguage).toBe('pt-BR');
  });

  test.each([
    ['updateVacation', { enableAutoReply: true }, 'Either the response subject or the response body must be nonempty'],
    ['updateVacation', { startTime: '2', endTime: '1' }, 'startTime must precede endTime'],
    [
      'updateAutoForwarding',
      { enabled: true, emailAddress: 'new@example.net', disposition: 'archive' },
      'Unrecognized forwarding address',
    ],
    ['updateImap', { maxFolderSize: 5 }, 'Invalid maxFolderSize: 5'],
    ['updateLanguage', { displayLanguage: '?' }, 'Invalid display language'],
  ] as const)('refuse %s with %j', async (method, requestBody, message) => {
    const before = await twin.state();
    // biome-ignore lint/suspicious/noExplicitAny: one call of several methods
    const call = (twin.users.settings as any)[method]({ ...me, requestBody });
    expect(await refusal(call)).toMatchObject({ status: 400, message });
    expect(await twin.state()).toEqual(before);
  });
});

describe('send-as aliases', () => {
  test('are the address itself and those that were added', async () => {
    const { sendAs } = twin.users.settings;
    const { data } = await sendAs.create({ ...me, requestBody: { sendAsEmail: 'Sales@example.com', displayName: 'Sales' } });
    expect(data).toMatchObject({ sendAsEmail: 'sales@example.com', verificationStatus: 'accepted' });
    expect((await sendAs.list(me)).data.sendAs).toMatchObject([
      { sendAsEmail: 'ada@example.com', isPrimary: true, isDefault: true },
      {},
    ]);
    const patched = await sendAs.patch({
      ...me,
      sendAsEmail: 'sales@example.com',
      requestBody: { isDefault: true, signature: '<b>S</b>' },
    });
    expect(patched.data).toMatchObject({ isDefault: true, signature: '<b>S</b>', displayName: 'Sales' });
    expect((await sendAs.update({ ...me, sendAsEmail: 'sales@example.com', requestBody: {} })).data.displayName).toBe('');
    expect((await sendAs.get({ ...me, sendAsEmail: 'ada@example.com' })).data.isDefault).toBeUndefined();
    await sendAs.delete({ ...me, sendAsEmail: 'sales@example.com' });
    expect((await sendAs.get({ ...me, sendAsEmail: 'ada@example.com' })).data.isDefault).toBe(true);
  });

  test('of another domain wait for verification, and can be asked for it again', async () => {
    const { sendAs } = twin.users.settings;
    const smtpMsa = {
      host: 'mail.example.net',
      port: 587,
      username: 'ada',
      password: 'hunter2hunter2',
      securityMode: 'starttls',
    };
    const { data } = await sendAs.create({ ...me, requestBody: { sendAsEmail: 'ada@example.net', smtpMsa } });
    expect(data.verificationStatus).toBe('pending');
    expect(data.smtpMsa).toEqual({ host: 'mail.example.net', port: 587, securityMode: 'starttls' });
    expect((await sendAs.verify({ ...me, sendAsEmail: 'ada@example.net' })).status).toBe(204);
    expect(JSON.stringify([await twin.events(), await twin.state()])).not.toContain('hunter2');
  });

  test.each([
    ['a second time', 'ada@example.com', 409],
    ['that are no addresses', 'ada', 400],
  ])('are refused %s', async (_case, sendAsEmail, status) => {
    expect(await refusal(twin.users.settings.sendAs.create({ ...me, requestBody: { sendAsEmail } }))).toMatchObject({ status });
  });

  test('that are the mailbox itself stay', async () => {
    expect(await refusal(twin.users.settings.sendAs.delete({ ...me, sendAsEmail: 'ada@example.com' }))).toMatchObject({
      status: 400,
    });
    expect(await refusal(twin.users.settings.sendAs.verify({ ...me, sendAsEmail: 'ada@example.com' }))).toMatchObject({
      status: 400,
      reason: 'failedPrecondition',
    });
  });
});

test('forwarding addresses and delegates are added, read, listed and removed', async () => {
  const { forwardingAddresses, delegates } = twin.users.settings;
  expect(
    (await forwardingAddresses.create({ ...me, requestBody: { forwardingEmail: 'x@example.net' } })).data.verificationStatus,
  ).toBe('pending');
  expect((await forwardingAddresses.list(me)).data.forwardingAddresses).toHaveLength(3);
  await forwardingAddresses.delete({ ...me, forwardingEmail: 'x@example.net' });
  expect(await refusal(forwardingAddresses.get({ ...me, forwardingEmail: 'x@example.net' }))).toMatchObject({ status: 404 });
  expect((await delegates.list(me)).data).toEqual({});
  expect((await delegates.create({ ...me, requestBody: { delegateEmail: 'ben@example.com' } })).data.verificationStatus).toBe(
    'accepted',
  );
  expect((await delegates.get({ ...me, delegateEmail: 'ben@example.com' })).data.delegateEmail).toBe('ben@example.com');
  await delegates.delete({ ...me, delegateEmail: 'ben@example.com' });
  expect(await refusal(delegates.create({ ...me, requestBody: { delegateEmail: 'eve@example.org' } }))).toMatchObject({
    status: 400,
  });
});

describe('filters', () => {
  const filter = {
    criteria: { from: 'ben@example.org', hasAttachment: true },
    action: { addLabelIds: ['Label_1'], removeLabelIds: ['INBOX'] },
  };

  test('are made, read, listed and deleted', async () => {
    const { filters } = twin.users.settings;
    expect((await filters.list(me)).data).toEqual({});
    const { data } = await filters.create({ ...me, requestBody: filter });
    expect(data).toEqual({ id: data.id, ...filter });
    expect((await filters.get({ ...me, id: data.id ?? '' })).data).toEqual(data);
    expect(await refusal(filters.create({ ...me, requestBody: filter }))).toMatchObject({
      status: 400,
      message: 'Filter already exists',
    });
    await filters.delete({ ...me, id: data.id ?? '' });
    expect(await refusal(filters.get({ ...me, id: data.id ?? '' }))).toMatchObject({ status: 404 });
  });

  test.each([
    [{ criteria: {}, action: filter.action }, 'Filter must have at least one criterion'],
    [{ criteria: filter.criteria, action: {} }, 'Filter must have at least one action'],
    [{ criteria: filter.criteria, action: { addLabelIds: ['Label_9'] } }, 'Invalid label: Label_9'],
    [{ criteria: filter.criteria, action: { forward: 'new@example.net' } }, 'Unrecognized forwarding address'],
  ])('are not made of %j', async (requestBody, message) => {
    expect(await refusal(twin.users.settings.filters.create({ ...me, requestBody }))).toMatchObject({ status: 400, message });
  });
});

// Reference of VacationSettings.responseBodyHtml and of settings.sendAs.update: "Gmail will sanitize the HTML"
describe('HTML that is stored loses what could act on a page', () => {
  test.each([
    ['<b onclick="x()">Ada</b>', '<b >Ada</b>'],
    ['Ada<script>alert(1)</script> Byron', 'Ada Byron'],
    ['<a href="java&#10;script:x()" title="t">a</a>', '<a  title="t">a</a>'],
    ['<form action="/x"><i>in</i></form><!-- <b> -->.', '<i>in</i>.'],
    ['<iframe src=x></iframe><SCRIPT>never closed <b>', ''],
    ['<div style="color: red">1 < 2 <a href="https://example.com/?a=b">x</a><br></div>', undefined],
  ])('%s', async (signature, expected = signature) => {
    const sendAsEmail = 'ada@example.com';
    const alias = await twin.users.settings.sendAs.patch({ ...me, sendAsEmail, requestBody: { signature } });
    expect(alias.data.signature).toBe(expected);
    const requestBody = { enableAutoReply: true, responseSubject: 'Away', responseBodyHtml: signature };
    const { data } = await twin.users.settings.updateVacation({ ...me, requestBody });
    expect(data.responseBodyHtml).toBe(expected);
  });
});
