// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CallExecutor {
  func pluginDescribe(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    _ = try read(EmptyMessage.self, body)
    var fields = DescriptorMessage.Fields(isThere: 0, abiMinimum: 0, abiMaximum: 0, isDescribed: 0)
    guard let table else {
      try reply.add(DescriptorMessage(fields))
      return IMP_OK
    }
    do throws(ContractBreach) {
      fields.isThere = 1
      (fields.abiMinimum, fields.abiMaximum) = try EntryTable.versions(at: table)
      guard EntryTable.agreed(low: fields.abiMinimum, high: fields.abiMaximum) != nil else {
        try put(DescriptorMessage(fields), &reply)
        return IMP_OK
      }
      let said = try EntryTable.descriptor(of: try EntryTable.checked(at: table))
      try put(DescriptorMessage(fields, said), &reply)
      return IMP_OK
    } catch {
      throw .breach(error.sentence)
    }
  }

  // A reply whose room is too short is the sender's fault, but there is one error type to a `do`.
  private func put(_ message: DescriptorMessage, _ reply: inout ReplyWriter) throws(ContractBreach) {
    do throws(ExecutionFault) { try reply.add(message) } catch { throw ContractBreach(error.sentence) }
  }

  func pluginOpen(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(OpenMessage.self, body)
    guard let table else { throw .request("the plugin has no entry.") }
    let entry: UnsafePointer<imp_entry>
    do throws(ContractBreach) {
      let (low, high) = try EntryTable.versions(at: table)
      guard EntryTable.agreed(low: low, high: high) != nil else {
        return IMP_E_ABI
      }
      entry = try EntryTable.checked(at: table)
    } catch {
      throw .breach(error.sentence)
    }
    let place = try reply.reserve(UInt64(0))
    let host = ExecutedHost(message, owner: host)
    var opened: OpaquePointer?
    let status = withExtendedLifetime(host) { entry.pointee.open(entry, host.pointer, &opened) }
    guard status == IMP_OK, let opened else { return status }
    let plugin = ExecutedPlugin(entry: entry, plugin: opened, host: host)
    reply.set(objects.add(plugin), at: place)
    return IMP_OK
  }

  func pluginClose(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    _ = try read(EmptyMessage.self, body)
    _ = try objects.plugin(request.object)
    objects.remove(request.object)
    return IMP_OK
  }

  func pluginAbility(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(AbilityMessage.self, body)
    let plugin = try objects.plugin(request.object)
    try reply.put(UInt64(try plugin.has(message.id) ? 1 : 0))
    return IMP_OK
  }
}
