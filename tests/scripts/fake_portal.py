#!/usr/bin/python3
"""A desktop portal on the session bus that answers as a file says, read at each question:
choose URI..., cancel, open (a dialog that nobody answers) or silent (no reply at all).
The person prefers dark windows.
fake_portal.py ANSWER LOG: writes each question, and each dialog that is closed, as a line of JSON."""
import json
import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

CHOOSER = 'org.freedesktop.portal.FileChooser'
REQUEST = 'org.freedesktop.portal.Request'


def log(**line):
    if 'options' in line and 'current_folder' in line['options']:
        folder = bytes(line['options']['current_folder'])
        line['options']['current_folder'] = folder.decode().rstrip('\0')
    with open(sys.argv[2], 'a') as file:
        print(json.dumps(line), file=file)


class Request(dbus.service.Object):
    @dbus.service.signal(REQUEST, signature='ua{sv}')
    def Response(self, response, results):
        pass

    @dbus.service.method(REQUEST)
    def Close(self):
        log(method='Close')


class Portal(dbus.service.Object):
    def ask(self, method, parent, title, options, sender, reply):
        log(method=method, parent=parent, title=title, options=options)
        answer, *uris = open(sys.argv[1]).read().split()
        if answer == 'silent':
            return
        client = sender[1:].replace('.', '_')
        path = f'/org/freedesktop/portal/desktop/request/{client}/{options["handle_token"]}'
        request = Request(dbus.SessionBus(), path)
        reply(path)
        if answer == 'cancel':
            GLib.idle_add(request.Response, 1, dbus.Dictionary(signature='sv'))
        if answer == 'choose':
            GLib.idle_add(request.Response, 0, {'uris': dbus.Array(uris, signature='s')})

    @dbus.service.method(CHOOSER, in_signature='ssa{sv}', out_signature='o', sender_keyword='sender',
                         async_callbacks=('reply', 'fail'))
    def OpenFile(self, parent, title, options, sender, reply, fail):
        self.ask('OpenFile', parent, title, options, sender, reply)

    @dbus.service.method(CHOOSER, in_signature='ssa{sv}', out_signature='o', sender_keyword='sender',
                         async_callbacks=('reply', 'fail'))
    def SaveFile(self, parent, title, options, sender, reply, fail):
        self.ask('SaveFile', parent, title, options, sender, reply)


    @dbus.service.method('org.freedesktop.portal.Settings', in_signature='ss', out_signature='v')
    def Read(self, namespace, key):
        if (namespace, key) != ('org.freedesktop.appearance', 'color-scheme'):
            raise dbus.DBusException('no such setting', name='org.freedesktop.portal.Error.NotFound')
        return dbus.UInt32(1, variant_level=2)  # dark; Read packs it twice


DBusGMainLoop(set_as_default=True)
name = dbus.service.BusName('org.freedesktop.portal.Desktop', dbus.SessionBus())
portal = Portal(name, '/org/freedesktop/portal/desktop')
GLib.MainLoop().run()
