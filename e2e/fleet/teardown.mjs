export default async function teardown() {
  await globalThis.fleet?.stop();
}
